import { isJsonList, isJsonObject, type JsonSchemaProps, type JsonValue } from '../../schema/index.ts';

/** Returns the schema of an object's field, or of a map's entry; undefined if the schema doesn't know the field. */
export function contentFieldSchema(
  { properties, additionalProperties }: JsonSchemaProps,
  field: string,
): JsonSchemaProps | undefined {
  return properties !== undefined && Object.hasOwn(properties, field) ? properties[field] : additionalProperties;
}

/**
 * Returns the value that an API server would store: without unknown fields, and without nulls where the schema doesn't
 * allow them.
 */
export function prunedContent(value: JsonValue, schema: JsonSchemaProps): JsonValue {
  if (schema['x-kubernetes-embedded-resource']) return value;
  const { items } = schema;
  if (isJsonList(value)) return items === undefined ? value : value.map((item) => prunedContent(item, items));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([field, inner]) => prunedField(field, inner, schema)));
}

function prunedField(field: string, value: JsonValue, schema: JsonSchemaProps): (readonly [string, JsonValue])[] {
  const inner = contentFieldSchema(schema, field);
  if (inner === undefined) return schema['x-kubernetes-preserve-unknown-fields'] ? [[field, value]] : [];
  return value === null && !allowsNull(inner) ? [] : [[field, prunedContent(value, inner)]];
}

/** Returns true if a pruned value has the types of a schema. Ignores required fields, limits and rules. */
export function hasTypes(value: JsonValue, schema: JsonSchemaProps): boolean {
  if (value === null) return allowsNull(schema);
  if (schema['x-kubernetes-int-or-string']) return typeof value === 'string' || Number.isInteger(value);
  switch (schema.type) {
    case 'array': {
      const { items } = schema;
      return isJsonList(value) && (items === undefined || value.every((item) => hasTypes(item, items)));
    }
    case 'object':
      return isJsonObject(value) && Object.entries(value).every(([field, inner]) => hasFieldType(field, inner, schema));
    case 'integer':
      return Number.isInteger(value);
    case 'boolean':
    case 'number':
    case 'string':
      return typeof value === schema.type;
    default:
      return true;
  }
}

function hasFieldType(field: string, value: JsonValue, schema: JsonSchemaProps): boolean {
  const inner = contentFieldSchema(schema, field);
  return inner === undefined || hasTypes(value, inner);
}

function allowsNull({ nullable, type, 'x-kubernetes-int-or-string': isMixed }: JsonSchemaProps): boolean {
  return nullable === true || (type === undefined && isMixed === undefined);
}
