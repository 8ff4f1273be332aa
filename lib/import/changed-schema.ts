import { isJsonObject, type JsonObject, type JsonValue } from '../api/index.ts';

/** Returns the new value of a keyword; `undefined` removes the keyword. */
export type KeywordChange = (keyword: string, value: JsonValue) => JsonValue | undefined;

/** Changes the keywords of a schema and of all schemas inside; names of fields stay unchanged. */
export function changedSchema(schema: JsonObject, change: KeywordChange): JsonObject {
  const keywords = Object.entries(schema).flatMap(([keyword, value]): [string, JsonValue][] => {
    const changed = change(keyword, value);
    return changed === undefined ? [] : [[keyword, changedInside(keyword, changed, change)]];
  });
  return Object.fromEntries(keywords);
}

function changedInside(keyword: string, value: JsonValue, change: KeywordChange): JsonValue {
  const changed = (inner: JsonValue) => (isJsonObject(inner) ? changedSchema(inner, change) : inner);
  switch (keyword) {
    case 'properties':
      if (!isJsonObject(value)) return value;
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, changed(inner)]));
    case 'items':
    case 'additionalProperties':
    case 'not':
      return changed(value);
    case 'allOf':
    case 'anyOf':
    case 'oneOf':
      return Array.isArray(value) ? value.map(changed) : value;
    default:
      return value;
  }
}
