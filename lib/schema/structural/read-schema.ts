// In: the openAPIV3Schema of a definition, as its file has it. Out: the schema, and findings for parts that Kubernetes
// can't read or doesn't know. Called by all functions that validate schemas or values, or compare schemas; the result
// is cached.

import { getOrMake } from '../bounded-map.ts';
import { fieldPath, itemPath } from '../field-path.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import type { OpenApiSchema } from '../open-api-schema.ts';
import { valueText } from '../value/error-message.ts';
import { nearestName } from '../value/nearest-name.ts';
import { type SchemaFinding, schemaFinding } from './finding.ts';
import { KeywordReader } from './keyword-reader.ts';
import { readRules } from './read-rule.ts';

/** The readable part of a schema, and the findings for the rest. */
export interface ReadSchema {
  /** Without keywords that are false or empty, unless that has a meaning. */
  readonly schema: OpenApiSchema;
  readonly findings: readonly SchemaFinding[];
}

/** A document can't hold its own schema, and several rules ask about one document. */
const known = new WeakMap<object, ReadSchema>();

/** Reads a schema from any value; the findings list the unreadable parts. */
export function readSchema(value: unknown): ReadSchema {
  const read = (): ReadSchema => {
    const findings: SchemaFinding[] = [];
    return { schema: readInnerValue(value, '', findings), findings };
  };
  return isJsonObject(value) ? getOrMake(known, value, read) : read();
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

/** Keywords that only describe a schema for readers of its document. */
const documentation: readonly string[] = ['example', 'externalDocs'];

/** A keyword of a schema. */
interface KeywordPlace {
  readonly reader: KeywordReader;
  readonly keyword: string;
  /** The path of the schema. */
  readonly path: string;
  readonly findings: SchemaFinding[];
}

type Keywords = Required<OpenApiSchema>;

/** Reads the value of a keyword; returns undefined if it is absent, unreadable or without a meaning. */
type KeywordRead<Value> = (place: KeywordPlace) => Value | undefined;

const readWord: KeywordRead<string> = ({ reader, keyword }) => reader.word(keyword);
const readText: KeywordRead<string> = ({ reader, keyword }) => reader.text(keyword);
const readNumber: KeywordRead<number> = ({ reader, keyword }) => reader.number(keyword);
const readCount: KeywordRead<number> = ({ reader, keyword }) => reader.count(keyword);
const readFlag: KeywordRead<boolean> = ({ reader, keyword }) => (reader.flag(keyword) === true ? true : undefined);
const readTexts: KeywordRead<readonly string[]> = ({ reader, keyword }) => nonEmptyList(reader.texts(keyword));

const readInnerSchema: KeywordRead<OpenApiSchema> = ({ reader, keyword, path, findings }) => {
  const value = reader.json(keyword);
  return value === undefined ? undefined : readInnerValue(value, fieldPath(path, keyword), findings);
};

const readInnerSchemas: KeywordRead<readonly OpenApiSchema[]> = ({ reader, keyword, path, findings }) =>
  nonEmptyList(
    reader
      .list(keyword)
      .map((item, index) => readInnerValue(item, itemPath(fieldPath(path, keyword), index), findings)),
  );

const keywords: { readonly [Keyword in keyof Keywords]: KeywordRead<Keywords[Keyword]> } = {
  type: readWord,
  format: readWord,
  nullable: readFlag,
  default: ({ reader, keyword }) => reader.json(keyword),
  enum: ({ reader, keyword }) => nonEmptyList(reader.list(keyword)),
  description: readWord,
  title: readWord,
  minLength: readCount,
  maxLength: readCount,
  pattern: readWord,
  minimum: readNumber,
  exclusiveMinimum: readFlag,
  maximum: readNumber,
  exclusiveMaximum: readFlag,
  multipleOf: readNumber,
  items: readItems,
  minItems: readCount,
  maxItems: readCount,
  uniqueItems: readFlag,
  properties: readProperties,
  required: readTexts,
  additionalProperties: (place) => {
    const value = place.reader.json(place.keyword);
    return typeof value === 'boolean' ? value : readInnerSchema(place);
  },
  minProperties: readCount,
  maxProperties: readCount,
  allOf: readInnerSchemas,
  anyOf: readInnerSchemas,
  oneOf: readInnerSchemas,
  not: readInnerSchema,
  'x-kubernetes-embedded-resource': readFlag,
  'x-kubernetes-int-or-string': readFlag,
  'x-kubernetes-preserve-unknown-fields': ({ reader, keyword }) => reader.flag(keyword),
  'x-kubernetes-list-type': readText,
  'x-kubernetes-list-map-keys': readTexts,
  'x-kubernetes-map-type': readText,
  'x-kubernetes-validations': ({ reader, path, findings }) => nonEmptyList(readRules(reader, path, findings)),
};

function readInnerValue(value: unknown, path: string, findings: SchemaFinding[]): OpenApiSchema {
  if (!isJsonObject(value)) {
    findings.push(
      schemaFinding(path, `must be a schema, and is ${valueText(value)}`, 'write a map, such as type: object'),
    );
    return {};
  }
  const schema: OpenApiSchema = {};
  const reader = new KeywordReader(value, path, findings);
  // Large definitions have tens of thousands of schemas with few keywords each.
  for (const keyword of Object.keys(value)) {
    if (isSchemaKeyword(keyword)) {
      const read = keywords[keyword]({ reader, keyword, path, findings });
      if (read !== undefined) Reflect.set(schema, keyword, read);
    } else if (!documentation.includes(keyword)) findings.push(...unknownKeywordFindings(keyword, value, path));
  }
  return schema;
}

function isSchemaKeyword(name: string): name is keyof Keywords {
  return Object.hasOwn(keywords, name);
}

/** Returns undefined for an empty list, which means the same as an absent one. */
function nonEmptyList<Item>(list: readonly Item[]): readonly Item[] | undefined {
  return list.length === 0 ? undefined : list;
}

function readItems(place: KeywordPlace): OpenApiSchema | undefined {
  const { reader, path, findings } = place;
  if (!Array.isArray(reader.json('items'))) return readInnerSchema(place);
  findings.push(
    schemaFinding(fieldPath(path, 'items'), 'must be one schema, and is a list', 'write one schema for all items'),
  );
  return undefined;
}

function readProperties({ reader, keyword, path, findings }: KeywordPlace): OpenApiSchema['properties'] | undefined {
  const properties = Object.entries(reader.map(keyword));
  if (properties.length === 0) return undefined;
  const place = fieldPath(path, keyword);
  return Object.fromEntries(
    properties.map(([name, inner]) => [name, readInnerValue(inner, fieldPath(place, name), findings)]),
  );
}

function unknownKeywordFindings(keyword: string, schema: JsonObject, path: string): SchemaFinding[] {
  const place = fieldPath(path, keyword);
  if (forbidden.has(keyword)) {
    if (schema[keyword] === null) return [];
    const remedy = keyword === '$ref' ? 'write the referenced schema itself' : 'leave it out';
    return [schemaFinding(place, `definitions don't support ${keyword}`, remedy)];
  }
  const meant = nearestName(keyword, [...Object.keys(keywords), ...documentation]);
  return [
    {
      effect: 'dropped',
      path: place,
      message: `Kubernetes doesn't know the keyword ${keyword}, and drops it`,
      remedy: meant === undefined ? 'leave it out' : `write ${meant}, or leave it out`,
    },
  ];
}
