import { isNoPattern } from '../cel/library/regular-expression.ts';
import { fieldPath, itemPath } from '../field-path.ts';
import { type SchemaFinding, schemaFinding } from './finding.ts';
import { listKeyFindings } from './list-key.ts';
import { entrySchema, type OpenApiSchema } from './open-api-schema.ts';

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
  return [...refusals(schema, { path: '', isInMetadata: false }, true)];
}

function* refusals(schema: OpenApiSchema, around: Surroundings, isRoot = false): Iterable<SchemaFinding> {
  const { path, isInMetadata, noDefault } = around;
  yield* ownRefusals(schema, path);
  yield* listKeyFindings(schema, path);
  if (schema.default !== undefined && noDefault !== undefined) {
    yield schemaFinding(fieldPath(path, 'default'), `there can't be a default ${noDefault}`, 'leave it out');
  }
  if (isInMetadata && schema.embeddedResource) {
    const place = fieldPath(path, 'x-kubernetes-embedded-resource');
    yield schemaFinding(place, "metadata can't contain resources", 'leave it out');
  }
  for (const [inner, place] of conditions(schema, path)) yield* refusals(inner, { ...around, path: place });
  const { items } = schema;
  if (items !== undefined) yield* refusals(items, { ...around, path: fieldPath(path, 'items') });
  const entries = entrySchema(schema);
  if (entries !== undefined) {
    const inside = isInMetadata ? { noDefault: 'in the maps of metadata' } : {};
    yield* refusals(entries, { ...around, ...inside, path: fieldPath(path, 'additionalProperties') });
  }
  const fields = fieldPath(path, 'properties');
  for (const [name, inner] of schema.properties) {
    const isMetadata = (isRoot || schema.embeddedResource) && ['metadata', 'kind', 'apiVersion'].includes(name);
    const inside = {
      ...(isMetadata && { isInMetadata: true }),
      ...(isMetadata && isRoot && { noDefault: `in ${name} of a whole object` }),
    };
    yield* refusals(inner, { ...around, ...inside, path: fieldPath(fields, name) });
  }
}

function conditions({ allOf, anyOf, oneOf, not }: OpenApiSchema, path: string): [OpenApiSchema, string][] {
  if (allOf.length + anyOf.length + oneOf.length === 0 && not === undefined) return [];
  const all = Object.entries({ allOf, anyOf, oneOf }).flatMap(([keyword, schemas]) =>
    schemas.map((schema, index): [OpenApiSchema, string] => [schema, itemPath(fieldPath(path, keyword), index)]),
  );
  return not === undefined ? all : [...all, [not, fieldPath(path, 'not')]];
}

const types = ['array', 'boolean', 'integer', 'number', 'object', 'string'];

function* ownRefusals(schema: OpenApiSchema, path: string): Iterable<SchemaFinding> {
  const { type, pattern, mapType, additionalProperties } = schema;
  if (type === 'null') {
    yield schemaFinding(
      fieldPath(path, 'type'),
      'the type null is not supported',
      'write the type, and nullable: true',
    );
  } else if (type !== undefined && !types.includes(type)) {
    yield schemaFinding(fieldPath(path, 'type'), `the type ${type} is unknown`, `write one of ${types.join(', ')}`);
  }
  for (const keyword of schema.forbidden) {
    const remedy = keyword === '$ref' ? 'write the referenced schema itself' : 'leave it out';
    yield schemaFinding(fieldPath(path, keyword), `definitions don't support ${keyword}`, remedy);
  }
  if (schema.uniqueItems) {
    const remedy = 'write x-kubernetes-list-type: set';
    yield schemaFinding(fieldPath(path, 'uniqueItems'), "API servers don't support uniqueItems: true", remedy);
  }
  if (schema.preserveUnknownFields === false) {
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
  if (additionalProperties !== undefined && additionalProperties !== true && schema.properties.size > 0) {
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
