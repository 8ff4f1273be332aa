import type { PrinterColumn, ResourceDefinition } from '../../api/index.ts';
import type { JsonSchemaProps } from '../../schema/index.ts';
import { schemaAtJsonPath } from './json-path.ts';

type ColumnType = NonNullable<PrinterColumn['type']>;

/** A column in a CustomResourceDefinition. */
export interface AdditionalPrinterColumn extends Omit<PrinterColumn, 'type'> {
  readonly type: ColumnType;
}

/**
 * Returns the columns of a version, each with a type: that of the field if its author sets none.
 *
 * @param schema - of the whole object
 */
export function additionalPrinterColumns(
  { printerColumns }: ResourceDefinition,
  schema: JsonSchemaProps,
): readonly AdditionalPrinterColumn[] {
  return printerColumns.map(({ name, type, jsonPath, description, priority = 0 }) => ({
    name,
    type: type ?? columnTypeAtPath(jsonPath, schema) ?? 'string',
    jsonPath,
    ...(description !== undefined && { description }),
    ...(priority !== 0 && { priority }),
  }));
}

/**
 * Yields the findings for the columns of a version, one sentence each with its remedy.
 *
 * @param schema - of the whole object
 */
export function* printerColumnFindings(
  { printerColumns }: ResourceDefinition,
  schema: JsonSchemaProps,
): Iterable<string> {
  const names = ['Name', ...printerColumns.map(({ name }) => name)];
  for (const [index, column] of printerColumns.entries()) {
    if (column.name === '') yield `printerColumns[${index}] has no name: write its heading`;
    if (names.indexOf(column.name) <= index)
      yield `printerColumns[${index}] has the name '${column.name}' of another column: give it a name of its own`;
    const fault = columnPathFault(column, schema);
    if (fault !== undefined) yield `printerColumns[${index}] '${column.name}': ${fault}`;
  }
}

function columnPathFault({ jsonPath, type }: PrinterColumn, schema: JsonSchemaProps): string | undefined {
  const place = schemaAtJsonPath(jsonPath, withMetadataColumns(schema));
  if ('fault' in place) return place.fault;
  const own = columnTypeOfSchema(place.schema);
  if (own === undefined) {
    return type === 'string'
      ? undefined
      : `path ${jsonPath} leads to an ${place.schema.type}: name a field inside of it, or set type: 'string'`;
  }
  if (type === undefined || showableColumnTypes(place.schema).includes(type)) return undefined;
  return `type '${type}' can't show ${jsonPath}, which is of type ${own}: leave the type out`;
}

function columnTypeAtPath(path: string, schema: JsonSchemaProps): ColumnType | undefined {
  const place = schemaAtJsonPath(path, withMetadataColumns(schema));
  return 'fault' in place ? undefined : columnTypeOfSchema(place.schema);
}

/** Returns the best type of a column for values of a schema; undefined if they aren't scalars. */
function columnTypeOfSchema(schema: JsonSchemaProps): ColumnType | undefined {
  switch (schema.type) {
    case 'array':
    case 'object':
      return undefined;
    case 'string':
      return schema.format === 'date-time' ? 'date' : 'string';
    default:
      return schema.type ?? 'string';
  }
}

/** Returns the types of columns that can show values of a schema. */
function showableColumnTypes({ type, format }: JsonSchemaProps): readonly ColumnType[] {
  switch (type) {
    case 'integer':
      return ['integer', 'number', 'string'];
    case 'boolean':
    case 'number':
      return [type, 'string'];
    case 'string':
      return format === undefined || format === 'date-time' ? ['string', 'date'] : ['string'];
    default:
      return ['string', 'integer', 'number', 'boolean', 'date'];
  }
}

function withMetadataColumns(schema: JsonSchemaProps): JsonSchemaProps {
  return { ...schema, properties: { ...schema.properties, metadata } };
}

const texts: JsonSchemaProps = { type: 'object', additionalProperties: { type: 'string' } };
const time: JsonSchemaProps = { type: 'string', format: 'date-time' };
const text: JsonSchemaProps = { type: 'string' };

/** The fields of an object's metadata that a column may show. */
const metadata: JsonSchemaProps = {
  type: 'object',
  properties: {
    name: text,
    namespace: text,
    uid: text,
    resourceVersion: text,
    generation: { type: 'integer' },
    creationTimestamp: time,
    deletionTimestamp: time,
    labels: texts,
    annotations: texts,
    finalizers: { type: 'array', items: text },
    ownerReferences: {
      type: 'array',
      items: { type: 'object', properties: { apiVersion: text, kind: text, name: text, uid: text } },
    },
  },
};
