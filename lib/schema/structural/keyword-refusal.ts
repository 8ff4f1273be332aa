import { isNoPattern } from '../cel/library/regular-expression.ts';
import { fieldPath } from '../field-path.ts';
import { conditionsOfSchema, declaredFields, entrySchema, hasFields, type OpenApiSchema } from '../open-api-schema.ts';
import { type SchemaFinding, schemaFinding } from './finding.ts';
import { listKeyFindings } from './list-key.ts';

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
  yield* ownKeywordRefusals(schema, path);
  yield* listKeyFindings(schema, path);
  if (schema.default !== undefined && noDefault !== undefined) {
    yield schemaFinding(fieldPath(path, 'default'), `there can't be a default ${noDefault}`, 'leave it out');
  }
  const isResource = schema['x-kubernetes-embedded-resource'] === true;
  if (isInMetadata && isResource) {
    const place = fieldPath(path, 'x-kubernetes-embedded-resource');
    yield schemaFinding(place, "metadata can't contain resources", 'leave it out');
  }
  for (const [inner, place] of conditionsOfSchema(schema, path))
    yield* keywordRefusalsBelow(inner, { ...around, path: place });
  const { items } = schema;
  if (items !== undefined) yield* keywordRefusalsBelow(items, { ...around, path: fieldPath(path, 'items') });
  const entries = entrySchema(schema);
  if (entries !== undefined) {
    const inside = isInMetadata ? { noDefault: 'in the maps of metadata' } : {};
    yield* keywordRefusalsBelow(entries, { ...around, ...inside, path: fieldPath(path, 'additionalProperties') });
  }
  const fields = fieldPath(path, 'properties');
  for (const [name, inner] of declaredFields(schema)) {
    const isMetadata = (isRoot || isResource) && ['metadata', 'kind', 'apiVersion'].includes(name);
    const inside = {
      ...(isMetadata && { isInMetadata: true }),
      ...(isMetadata && isRoot && { noDefault: `in ${name} of a whole object` }),
    };
    yield* keywordRefusalsBelow(inner, { ...around, ...inside, path: fieldPath(fields, name) });
  }
}

const types = ['array', 'boolean', 'integer', 'number', 'object', 'string'];

function* ownKeywordRefusals(schema: OpenApiSchema, path: string): Iterable<SchemaFinding> {
  const { type, pattern, additionalProperties } = schema;
  const mapType = schema['x-kubernetes-map-type'];
  if (type === 'null') {
    yield schemaFinding(
      fieldPath(path, 'type'),
      'the type null is not supported',
      'write the type, and nullable: true',
    );
  } else if (type !== undefined && !types.includes(type)) {
    yield schemaFinding(fieldPath(path, 'type'), `the type ${type} is unknown`, `write one of ${types.join(', ')}`);
  }
  if (schema.uniqueItems) {
    const remedy = 'write x-kubernetes-list-type: set';
    yield schemaFinding(fieldPath(path, 'uniqueItems'), "API servers don't support uniqueItems: true", remedy);
  }
  if (schema['x-kubernetes-preserve-unknown-fields'] === false) {
    const place = fieldPath(path, 'x-kubernetes-preserve-unknown-fields');
    yield schemaFinding(place, 'only true is allowed', 'leave it out');
  }
  if (pattern !== undefined && isNoPattern(pattern)) {
    const remedy = 'write it in the syntax of Go, which has no lookahead and no backreferences';
    yield schemaFinding(
      fieldPath(path, 'pattern'),
      `${pattern} is not a regular expression that Kubernetes supports`,
      remedy,
    );
  }
  if (additionalProperties !== undefined && additionalProperties !== true && hasFields(schema)) {
    const remedy = 'leave out additionalProperties; without it unknown fields are dropped';
    yield schemaFinding(
      fieldPath(path, 'additionalProperties'),
      "a schema can't have both properties and additionalProperties",
      remedy,
    );
  }
  if (mapType === undefined) return;
  if (schema.type !== 'object') {
    const remedy = 'write type: object, or leave out x-kubernetes-map-type';
    yield schemaFinding(fieldPath(path, 'type'), 'only objects can have x-kubernetes-map-type', remedy);
  }
  if (mapType !== 'atomic' && mapType !== 'granular') {
    yield schemaFinding(
      fieldPath(path, 'x-kubernetes-map-type'),
      `the map type ${mapType} is unknown`,
      'write atomic or granular',
    );
  }
}
