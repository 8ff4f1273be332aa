import { innerSchemaPath, innerSchemas } from '../inner-schema.ts';
import { declaredField, declaredFields, hasFields, type OpenApiSchema } from '../open-api-schema.ts';
import { type SchemaFinding, type SchemaFindingAt, schemaFindingAt } from './finding.ts';
import { conditionKeywordFindings, undeclaredConditionFindings } from './schema-condition.ts';

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
  const refused = schemaFindingAt(path);
  yield* schemaTypeFindings(schema, refused, level);
  yield* kubernetesExtensionFindings(schema, refused);
  yield* conditionKeywordFindings(schema, path);
  if (level === 'root' || schema['x-kubernetes-embedded-resource']) yield* metadataSchemaFindings(schema, refused);
  if (level === 'root') yield* rootMetadataSchemaFindings(schema, refused);
  if (schema.type === 'array' && items === undefined && level !== 'root')
    yield refused('items', 'a list has no schema of its items', 'write the schema of the items');
  if (level === 'root' && additionalProperties !== undefined) {
    const remedy = 'declare its fields, or write x-kubernetes-preserve-unknown-fields';
    yield refused('additionalProperties', "a whole object can't be a map", remedy);
  }
  for (const [inner, step] of innerSchemas(schema))
    yield* structureFindingsBelow(inner, innerSchemaPath(path, step), step === 'items' ? 'item' : 'field');
}

function* schemaTypeFindings(schema: OpenApiSchema, refused: SchemaFindingAt, level: Level): Iterable<SchemaFinding> {
  const { type, 'x-kubernetes-int-or-string': intOrString } = schema;
  if (schema['x-kubernetes-embedded-resource'] && type !== 'object') {
    yield refused('type', 'an embedded resource must be an object', 'write type: object');
  } else if (type === undefined && !intOrString && !schema['x-kubernetes-preserve-unknown-fields']) {
    const what = { root: 'the whole object has', item: 'the items have', field: 'the field has' }[level];
    const remedy = 'write type, or x-kubernetes-preserve-unknown-fields: true if it may be anything';
    yield refused('type', `${what} no type`, remedy);
  }
  if (level === 'root' && type !== undefined && type !== 'object')
    yield refused('type', `a resource must be an object, and is of type ${type}`, 'write type: object');
}

function* kubernetesExtensionFindings(schema: OpenApiSchema, refused: SchemaFindingAt): Iterable<SchemaFinding> {
  const preserving = 'x-kubernetes-preserve-unknown-fields';
  const embedded = 'x-kubernetes-embedded-resource';
  const { 'x-kubernetes-int-or-string': intOrString, [embedded]: isResource, [preserving]: isPreserving } = schema;
  if (intOrString && isPreserving)
    yield refused(preserving, 'an integer or string has no fields to preserve', 'leave it out');
  if (intOrString && isResource) yield refused(embedded, "an integer or string can't be a resource", 'leave it out');
  if (!isResource) return;
  if (schema.additionalProperties !== undefined)
    yield refused('additionalProperties', "an embedded resource can't be a map", 'leave it out');
  if (!isPreserving && !hasFields(schema)) {
    const remedy = `declare its fields, or write ${preserving}: true`;
    yield refused('properties', 'an embedded resource has no fields', remedy);
  }
}

function* metadataSchemaFindings(schema: OpenApiSchema, refused: SchemaFindingAt): Iterable<SchemaFinding> {
  for (const [name, type] of Object.entries({ kind: 'string', apiVersion: 'string', metadata: 'object' })) {
    const declared = declaredField(schema, name);
    if (declared !== undefined && declared.type !== type)
      yield refused(
        ['properties', name, 'type'],
        `${name} of an object must be of type ${type}`,
        `write type: ${type}`,
      );
  }
}

/** Schemas may limit the name in the metadata of whole objects and nothing else: the API server validates the rest. */
function* rootMetadataSchemaFindings(schema: OpenApiSchema, refused: SchemaFindingAt): Iterable<SchemaFinding> {
  const metadata = declaredField(schema, 'metadata');
  if (metadata === undefined) return;
  const hasOther = declaredFields(metadata).some(([name]) => name !== 'name' && name !== 'generateName');
  if (!hasOther && !hasMoreThanFields(metadata)) return;
  const message = 'the schema of metadata can limit only name and generateName';
  yield refused(['properties', 'metadata'], message, 'write metadata: {type: object}');
}

/** Returns true if a schema has more than a type, a default and fields, which other functions validate. */
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
