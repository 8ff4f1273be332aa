import { isJsonObject } from '../../../schema/index.ts';

/** What only tells people something. */
const words: ReadonlySet<string> = new Set(['description', 'title', 'example', 'externalDocs']);

/** What holds values, whose fields may have any name. */
const valueKeywords: ReadonlySet<string> = new Set(['enum', 'default', 'const']);

/** A schema as text: equal for schemas that take the same in the same words, whatever they tell people. */
export function canonical(schema: unknown): string {
  return JSON.stringify(canonicalSchema(schema));
}

/** A schema, or a list of some, without what only tells people something. */
function canonicalSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(canonicalSchema);
  if (!isJsonObject(schema)) return schema;
  const keywords = Object.entries(schema).filter(([keyword]) => !words.has(keyword));
  return inOrder(keywords.map(([keyword, value]) => [keyword, canonicalPart(keyword, value)]));
}

function canonicalPart(keyword: string, value: unknown): unknown {
  if (valueKeywords.has(keyword)) return canonicalValue(value);
  if (keyword !== 'properties' || !isJsonObject(value)) return canonicalSchema(value);
  return inOrder(Object.entries(value).map(([name, schema]) => [name, canonicalSchema(schema)]));
}

function canonicalValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonicalValue);
  if (!isJsonObject(value)) return value;
  return inOrder(Object.entries(value).map(([name, each]) => [name, canonicalValue(each)]));
}

function inOrder(fields: readonly (readonly [name: string, value: unknown])[]): object {
  return Object.fromEntries(fields.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
