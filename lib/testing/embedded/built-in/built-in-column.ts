import { isJsonObject, type JsonObject } from '../../../api/index.ts';
import { metadataText, valueAt } from '../object.ts';
import type { Column } from '../resource-type.ts';

/** Returns the columns of a built-in kind; undefined if the embedded server has no table for it. */
export function builtInColumns(group: string, plural: string): readonly Column[] | undefined {
  return tables[`${group}/${plural}`];
}

/** The first column of every table. */
export function nameColumn(): Column {
  return {
    name: 'Name',
    type: 'string',
    format: 'name',
    description:
      'Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names',
    priority: 0,
    cell: (object) => metadataText(object, 'name'),
  };
}

function column(name: string, cell: Column['cell'], { type = 'string', description = '' } = {}): Column {
  return { name, type, format: '', description, priority: 0, cell };
}

function count(object: JsonObject, ...fields: readonly string[]): number {
  return fields.reduce((sum, field) => {
    const value = object[field];
    return sum + (isJsonObject(value) ? Object.keys(value).length : 0);
  }, 0);
}

const tables: Readonly<Record<string, readonly Column[]>> = {
  '/configmaps': [nameColumn(), column('Data', (object) => count(object, 'data', 'binaryData'))],
  '/secrets': [
    nameColumn(),
    column('Type', (object) => object.type ?? ''),
    column('Data', (object) => count(object, 'data')),
  ],
  '/namespaces': [nameColumn(), column('Status', (object) => valueAt(object, ['status', 'phase']) ?? '')],
  'coordination.k8s.io/leases': [
    nameColumn(),
    column('Holder', (object) => valueAt(object, ['spec', 'holderIdentity']) ?? ''),
  ],
};
