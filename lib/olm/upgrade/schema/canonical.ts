import { isJsonObject } from '../../../schema/index.ts';

/** Keywords with text for readers only. */
const words: ReadonlySet<string> = new Set(['description', 'title', 'example', 'externalDocs']);

/** Keywords with values, whose fields may have any name. */
const valueKeywords: ReadonlySet<string> = new Set(['enum', 'default', 'const']);

/** Returns a schema as text: equal for schemas with the same constraints, whatever their descriptions. */
export function canonical(schema: unknown): string {
  return JSON.stringify(canonicalSchema(schema));
}

/** Removes the text for readers from a schema, or from a list of schemas. */
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
