import { fieldPath } from '../field-path.ts';
import { declaredField, declaredFields, entrySchema, hasFields, type OpenApiSchema } from '../open-api-schema.ts';
import { type SchemaFinding, schemaFinding } from './finding.ts';
import { nestedFindings, undeclaredConditionFindings } from './nested-validation.ts';

/** The position of a schema: the whole object, the items of a list, or a field. */
type Level = 'field' | 'item' | 'root';

/**
 * Returns the findings for a schema that is not structural. In a structural schema each value has one type, outside of
 * `allOf`, `anyOf`, `oneOf` and `not`, which only add conditions.
 *
 * @see
 *   https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema
 */
export function structureFindings(schema: OpenApiSchema): SchemaFinding[] {
  return [...structureFindingsBelow(schema, '', 'root'), ...undeclaredConditionFindings(schema)];
}

function* structureFindingsBelow(schema: OpenApiSchema, path: string, level: Level): Iterable<SchemaFinding> {
  const { items, additionalProperties } = schema;
  yield* schemaTypeFindings(schema, path, level);
  yield* kubernetesExtensionFindings(schema, path);
  yield* nestedFindings(schema, path);
  if (level === 'root' || schema['x-kubernetes-embedded-resource']) yield* metadataSchemaFindings(schema, path);
  if (level === 'root') yield* rootMetadataSchemaFindings(schema, path);
  if (schema.type === 'array' && items === undefined) {
    yield schemaFinding(fieldPath(path, 'items'), 'a list has no schema of its items', 'write the schema of the items');
  }
  if (level === 'root' && additionalProperties !== undefined) {
    const place = fieldPath(path, 'additionalProperties');
    yield schemaFinding(
      place,
      "a whole object can't be a map",
      'declare its fields, or write x-kubernetes-preserve-unknown-fields',
    );
  }
  if (items !== undefined) yield* structureFindingsBelow(items, fieldPath(path, 'items'), 'item');
  const entries = entrySchema(schema);
  if (entries !== undefined) yield* structureFindingsBelow(entries, fieldPath(path, 'additionalProperties'), 'field');
  const place = fieldPath(path, 'properties');
  for (const [name, inner] of declaredFields(schema))
    yield* structureFindingsBelow(inner, fieldPath(place, name), 'field');
}

function* schemaTypeFindings(schema: OpenApiSchema, path: string, level: Level): Iterable<SchemaFinding> {
  const { type } = schema;
  const place = fieldPath(path, 'type');
  if (schema['x-kubernetes-embedded-resource'] && type !== 'object') {
    yield schemaFinding(place, 'an embedded resource must be an object', 'write type: object');
  } else if (
    type === undefined &&
    !schema['x-kubernetes-int-or-string'] &&
    !schema['x-kubernetes-preserve-unknown-fields']
  ) {
    const what = { root: 'the whole object', item: 'the items', field: 'the field' }[level];
    const remedy = 'write type, or x-kubernetes-preserve-unknown-fields: true if it may be anything';
    yield schemaFinding(place, `${what} has no type`.replace('the items has', 'the items have'), remedy);
  }
  if (level === 'root' && type !== undefined && type !== 'object') {
    yield schemaFinding(place, `a resource must be an object, and is of type ${type}`, 'write type: object');
  }
}

function* kubernetesExtensionFindings(schema: OpenApiSchema, path: string): Iterable<SchemaFinding> {
  const {
    'x-kubernetes-int-or-string': intOrString,
    'x-kubernetes-embedded-resource': embeddedResource,
    'x-kubernetes-preserve-unknown-fields': preserveUnknownFields,
  } = schema;
  if (intOrString && preserveUnknownFields) {
    const place = fieldPath(path, 'x-kubernetes-preserve-unknown-fields');
    yield schemaFinding(place, 'an integer or string has no fields to preserve', 'leave it out');
  }
  if (intOrString && embeddedResource) {
    const place = fieldPath(path, 'x-kubernetes-embedded-resource');
    yield schemaFinding(place, "an integer or string can't be a resource", 'leave it out');
  }
  if (!embeddedResource) return;
  if (schema.additionalProperties !== undefined) {
    yield schemaFinding(fieldPath(path, 'additionalProperties'), "an embedded resource can't be a map", 'leave it out');
  }
  if (!preserveUnknownFields && !hasFields(schema)) {
    const remedy = 'declare its fields, or write x-kubernetes-preserve-unknown-fields: true';
    yield schemaFinding(fieldPath(path, 'properties'), 'an embedded resource has no fields', remedy);
  }
}

function* metadataSchemaFindings(schema: OpenApiSchema, path: string): Iterable<SchemaFinding> {
  for (const [name, type] of Object.entries({ kind: 'string', apiVersion: 'string', metadata: 'object' })) {
    const declared = declaredField(schema, name);
    if (declared === undefined || declared.type === type) continue;
    const place = fieldPath(fieldPath(fieldPath(path, 'properties'), name), 'type');
    yield schemaFinding(place, `${name} of an object must be of type ${type}`, `write type: ${type}`);
  }
}

/** Schemas may limit the name in the metadata of whole objects and nothing else: the API server validates the rest. */
function* rootMetadataSchemaFindings(schema: OpenApiSchema, path: string): Iterable<SchemaFinding> {
  const metadata = declaredField(schema, 'metadata');
  if (metadata === undefined) return;
  const hasOther = declaredFields(metadata).some(([name]) => name !== 'name' && name !== 'generateName');
  if (!hasOther && !hasMoreThanFields(metadata)) return;
  yield schemaFinding(
    fieldPath(fieldPath(path, 'properties'), 'metadata'),
    'the schema of metadata can limit only name and generateName',
    'write metadata: {type: object}',
  );
}

/** True if a schema has more than a type, a default and fields, which other functions validate. */
function hasMoreThanFields(schema: OpenApiSchema): boolean {
  return (
    metadataKeywords.some((keyword) => keyword in schema) || schema['x-kubernetes-preserve-unknown-fields'] === true
  );
}

const metadataKeywords: readonly (keyof OpenApiSchema)[] = [
  ...(['required', 'allOf', 'anyOf', 'oneOf', 'not', 'enum', 'minProperties', 'maxProperties'] as const),
  ...(['description', 'title', 'format', 'pattern', 'nullable', 'additionalProperties', 'items'] as const),
  ...(['x-kubernetes-map-type', 'x-kubernetes-list-type', 'x-kubernetes-embedded-resource'] as const),
  'x-kubernetes-validations',
];
