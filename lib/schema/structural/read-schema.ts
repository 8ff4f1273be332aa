// In: the openAPIV3Schema of a definition, as its file has it. Out: the schema, and findings for parts that Kubernetes
// can't read or doesn't know. Called by all functions that validate schemas or values, or compare schemas; the result
// is cached.

import { fieldPath, itemPath } from '../field-path.ts';
import { isJsonObject } from '../json.ts';
import { valueText } from '../value/demand.ts';
import { nearest } from '../value/nearest.ts';
import { type SchemaFinding, schemaFinding } from './finding.ts';
import { KeywordReader } from './keyword-reader.ts';
import { emptySchema, type OpenApiSchema } from './open-api-schema.ts';
import { readRules } from './read-rule.ts';

/** The readable part of a schema, and the findings for the rest. */
export interface ReadSchema {
  readonly schema: OpenApiSchema;
  readonly findings: readonly SchemaFinding[];
}

const known = new WeakMap<object, ReadSchema>();

/** Reads a schema from any value; the findings list the unreadable parts. */
export function readSchema(value: unknown): ReadSchema {
  const before = isJsonObject(value) ? known.get(value) : undefined;
  if (before !== undefined) return before;
  const findings: SchemaFinding[] = [];
  const read = { schema: schemaOf(value, '', findings), findings };
  if (isJsonObject(value)) known.set(value, read);
  return read;
}

/** Keywords of JSON Schema that definitions don't support. */
const forbidden: ReadonlySet<string> = new Set([
  '$ref',
  '$schema',
  'additionalItems',
  'definitions',
  'dependencies',
  'id',
  'patternProperties',
]);

/** All keywords of schemas, for the remedy of an unknown one. */
const keywords = [
  ...['type', 'format', 'nullable', 'default', 'enum', 'description', 'title', 'example', 'externalDocs'],
  ...['minLength', 'maxLength', 'pattern', 'minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum', 'multipleOf'],
  ...['items', 'minItems', 'maxItems', 'uniqueItems'],
  ...['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
  ...['allOf', 'anyOf', 'oneOf', 'not'],
  ...['embedded-resource', 'int-or-string', 'preserve-unknown-fields', 'list-type', 'list-map-keys', 'map-type'].map(
    (name) => `x-kubernetes-${name}`,
  ),
  'x-kubernetes-validations',
];

type Draft = { -readonly [Keyword in keyof OpenApiSchema]: OpenApiSchema[Keyword] };

function schemaOf(value: unknown, path: string, findings: SchemaFinding[]): OpenApiSchema {
  if (!isJsonObject(value)) {
    findings.push(
      schemaFinding(path, `must be a schema, and is ${valueText(value)}`, 'write a map, such as type: object'),
    );
    return emptySchema;
  }
  const draft: Draft = { ...emptySchema };
  const reader = new KeywordReader(value, path, findings);
  // Large definitions have tens of thousands of schemas with few keywords each.
  for (const keyword of Object.keys(value)) readKeyword(draft, keyword, { reader, path, findings });
  return draft;
}

interface Visit {
  readonly reader: KeywordReader;
  readonly path: string;
  readonly findings: SchemaFinding[];
}

function readKeyword(draft: Draft, keyword: string, { reader, path, findings }: Visit): void {
  switch (keyword) {
    case 'type':
    case 'description':
    case 'title':
    case 'format':
    case 'pattern':
      draft[keyword] = reader.word(keyword);
      return;
    case 'nullable':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
    case 'uniqueItems':
      draft[keyword] = reader.flag(keyword) ?? false;
      return;
    case 'minLength':
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
    case 'minProperties':
    case 'maxProperties':
      draft[keyword] = reader.count(keyword);
      return;
    case 'minimum':
    case 'maximum':
    case 'multipleOf':
      draft[keyword] = reader.number(keyword);
      return;
    case 'default':
      draft.default = reader.json(keyword);
      return;
    case 'enum':
      draft.enum = reader.list(keyword);
      return;
    case 'required':
      draft.required = reader.texts(keyword);
      return;
    case 'items':
      draft.items = itemsOf(reader, path, findings);
      return;
    case 'properties':
      draft.properties = propertiesOf(reader, path, findings);
      return;
    case 'additionalProperties':
      draft.additionalProperties = additionalPropertiesOf(reader, path, findings);
      return;
    case 'allOf':
    case 'anyOf':
    case 'oneOf':
      draft[keyword] = reader
        .list(keyword)
        .map((item, index) => schemaOf(item, itemPath(fieldPath(path, keyword), index), findings));
      return;
    case 'not': {
      const inner = reader.json(keyword);
      if (inner !== undefined) draft.not = schemaOf(inner, fieldPath(path, keyword), findings);
      return;
    }
    case 'example':
    case 'externalDocs':
      return;
    default:
      readExtension(draft, keyword, { reader, path, findings });
  }
}

function readExtension(draft: Draft, keyword: string, { reader, path, findings }: Visit): void {
  switch (keyword) {
    case 'x-kubernetes-embedded-resource':
      draft.embeddedResource = reader.flag(keyword) ?? false;
      return;
    case 'x-kubernetes-int-or-string':
      draft.intOrString = reader.flag(keyword) ?? false;
      return;
    case 'x-kubernetes-preserve-unknown-fields':
      draft.preserveUnknownFields = reader.flag(keyword);
      return;
    case 'x-kubernetes-list-type':
      draft.listType = reader.text(keyword);
      return;
    case 'x-kubernetes-list-map-keys':
      draft.listMapKeys = reader.texts(keyword);
      return;
    case 'x-kubernetes-map-type':
      draft.mapType = reader.text(keyword);
      return;
    case 'x-kubernetes-validations':
      draft.validations = readRules(reader, path, findings);
      return;
    default:
      if (!forbidden.has(keyword)) findings.push(dropped(keyword, path));
      else if (reader.json(keyword) !== undefined) draft.forbidden = [...draft.forbidden, keyword];
  }
}

function itemsOf(reader: KeywordReader, path: string, findings: SchemaFinding[]): OpenApiSchema | undefined {
  const items = reader.json('items');
  if (items === undefined) return undefined;
  if (!Array.isArray(items)) return schemaOf(items, fieldPath(path, 'items'), findings);
  findings.push(
    schemaFinding(fieldPath(path, 'items'), 'must be one schema, and is a list', 'write one schema for all items'),
  );
  return undefined;
}

function propertiesOf(
  reader: KeywordReader,
  path: string,
  findings: SchemaFinding[],
): ReadonlyMap<string, OpenApiSchema> {
  const properties = Object.entries(reader.map('properties'));
  if (properties.length === 0) return emptySchema.properties;
  const place = fieldPath(path, 'properties');
  return new Map(properties.map(([name, inner]) => [name, schemaOf(inner, fieldPath(place, name), findings)]));
}

function additionalPropertiesOf(
  reader: KeywordReader,
  path: string,
  findings: SchemaFinding[],
): OpenApiSchema | boolean | undefined {
  const written = reader.json('additionalProperties');
  if (written === undefined || typeof written === 'boolean') return written;
  return schemaOf(written, fieldPath(path, 'additionalProperties'), findings);
}

function dropped(keyword: string, path: string): SchemaFinding {
  const meant = nearest(keyword, keywords);
  return {
    effect: 'dropped',
    path: fieldPath(path, keyword),
    message: `Kubernetes doesn't know the keyword ${keyword}, and drops it`,
    remedy: meant === undefined ? 'leave it out' : `write ${meant}, or leave it out`,
  };
}
