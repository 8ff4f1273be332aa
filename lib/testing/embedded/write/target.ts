import type { JsonObject } from '../../../api/index.ts';
import type { FieldWrite } from '../apply/field-manager.ts';
import { FieldSet } from '../apply/field-set.ts';
import type { FieldManager } from '../apply/managed-field.ts';
import { keptByStatus } from '../built-in/write-trait.ts';
import type { Requester } from '../request.ts';
import type { ResourceType } from '../resource-type.ts';
import type { ServerState } from '../server-state.ts';
import type { WriteQuery } from './write-query.ts';

/** The address of an object that is deleted, and the sender of the request. */
export interface DeletedAddress {
  readonly type: ResourceType;
  readonly namespace: string | undefined;
  readonly name: string;
  readonly requester: Requester;
}

/** The address and the options of a write. */
export interface Target extends DeletedAddress {
  readonly subresource: string;
  readonly options: WriteQuery;
}

/** Returns the key of an object in the store. */
export function storeKey({ isNamespaced }: ResourceType, namespace: string | undefined, name: string): string {
  return isNamespaced ? `${namespace ?? ''}/${name}` : name;
}

const statusFields = FieldSet.ofPaths([['f:status']]);

/** The fields that managers of an endpoint own. */
function ownedFields(
  { collection, isCustom, subresources }: ResourceType,
  subresource: string,
): (fields: FieldSet) => FieldSet {
  if (subresource === 'status') {
    if (isCustom) return (fields) => fields.only('f:status');
    const kept = (keptByStatus[collection] ?? []).map((field) => ['f:metadata', `f:${field}`]);
    const fieldsOutsideStatus = FieldSet.ofPaths([['f:spec'], ...kept]);
    return (fields) => fields.recursiveDifference(fieldsOutsideStatus);
  }
  return subresources.has('status') ? (fields) => fields.recursiveDifference(statusFields) : (fields) => fields;
}

/** The manager of a write in the kind's version. @default an update of the object itself */
type WritingManager = Pick<FieldManager, 'name'> & Partial<Pick<FieldManager, 'operation' | 'subresource'>>;

/** Returns a write of a manager, as far as the ownership of fields depends on it. */
export function fieldWrite(
  state: ServerState,
  type: ResourceType,
  { name, operation = 'Update', subresource = '' }: WritingManager,
): FieldWrite {
  const { schema, strategy, apiVersion } = type;
  const manager = { name, operation, apiVersion, subresource };
  const ignored = ownedFields(type, subresource);
  const { inVersion = (object: JsonObject) => ({ object, schema }) } = strategy;
  return { schema, empty: strategy.empty, manager, time: state.now(), ignored, inVersion };
}
