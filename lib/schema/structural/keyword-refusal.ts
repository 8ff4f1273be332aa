import { isInvalidRegularExpression } from '../cel/library/regular-expression-function.ts';
import { innerSchemaPath, innerSchemas } from '../inner-schema.ts';
import { hasFields, type OpenApiSchema } from '../open-api-schema.ts';
import { type SchemaFinding, type SchemaFindingAt, schemaFindingAt } from './finding.ts';
import { listKeyFindings } from './list-key-finding.ts';
import { schemaConditions } from './schema-condition.ts';

/** The surroundings of a schema. */
interface Surroundings {
  readonly path: string;
  /** True for a schema of an object's metadata. */
  readonly isInMetadata: boolean;
  /** The reason why no default is allowed here. */
  readonly noDefault?: string;
}

/** Returns the keywords of a schema, at every level, that every API server refuses, alone or together. */
export function keywordRefusals(schema: OpenApiSchema): SchemaFinding[] {
  return [...keywordRefusalsBelow(schema, { path: '', isInMetadata: false }, true)];
}

function* keywordRefusalsBelow(schema: OpenApiSchema, around: Surroundings, isRoot = false): Iterable<SchemaFinding> {
  const { path, isInMetadata, noDefault } = around;
  const refused = schemaFindingAt(path);
  yield* ownKeywordRefusals(schema, refused);
  yield* listKeyFindings(schema, refused);
  if (schema.default !== undefined && noDefault !== undefined)
    yield refused('default', `there can't be a default ${noDefault}`, 'leave it out');
  const isResource = schema['x-kubernetes-embedded-resource'] === true;
  if (isInMetadata && isResource)
    yield refused('x-kubernetes-embedded-resource', "metadata can't contain resources", 'leave it out');
  for (const [inner, place] of schemaConditions(schema, path))
    yield* keywordRefusalsBelow(inner, { ...around, path: place });
  for (const [inner, step] of innerSchemas(schema)) {
    const name = typeof step === 'object' ? step.property : '';
    const isMetadata = (isRoot || isResource) && ['metadata', 'kind', 'apiVersion'].includes(name);
    const isMapInMetadata = isInMetadata && step === 'additionalProperties';
    yield* keywordRefusalsBelow(inner, {
      ...around,
      ...(isMetadata && { isInMetadata: true }),
      ...(isMetadata && isRoot && { noDefault: `in ${name} of a whole object` }),
      ...(isMapInMetadata && { noDefault: 'in the maps of metadata' }),
      path: innerSchemaPath(path, step),
    });
  }
}

const types = ['array', 'boolean', 'integer', 'number', 'object', 'string'];

function* ownKeywordRefusals(schema: OpenApiSchema, refused: SchemaFindingAt): Iterable<SchemaFinding> {
  const { type, pattern, additionalProperties, 'x-kubernetes-map-type': mapType } = schema;
  if (type === 'null') yield refused('type', 'the type null is not supported', 'write the type, and nullable: true');
  else if (type !== undefined && !types.includes(type))
    yield refused('type', `the type ${type} is unknown`, `write one of ${types.join(', ')}`);
  if (schema.uniqueItems)
    yield refused('uniqueItems', "API servers don't support uniqueItems: true", 'write x-kubernetes-list-type: set');
  if (schema['x-kubernetes-preserve-unknown-fields'] === false)
    yield refused('x-kubernetes-preserve-unknown-fields', 'only true is allowed', 'leave it out');
  if (pattern !== undefined && isInvalidRegularExpression(pattern)) {
    const remedy = 'write it in the syntax of Go, which has no lookahead and no backreferences';
    yield refused('pattern', `${pattern} is not a regular expression that Kubernetes supports`, remedy);
  }
  if (additionalProperties !== undefined && additionalProperties !== true && hasFields(schema)) {
    const remedy = 'leave out additionalProperties; without it unknown fields are dropped';
    yield refused('additionalProperties', "a schema can't have both properties and additionalProperties", remedy);
  }
  if (mapType === undefined) return;
  if (type !== 'object') {
    const remedy = 'write type: object, or leave out x-kubernetes-map-type';
    yield refused('type', 'only objects can have x-kubernetes-map-type', remedy);
  }
  if (mapType !== 'atomic' && mapType !== 'granular')
    yield refused('x-kubernetes-map-type', `the map type ${mapType} is unknown`, 'write atomic or granular');
}
