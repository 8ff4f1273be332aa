import { isJsonObject, type JsonObject, type JsonValue } from '../api/index.ts';

/** What becomes of a keyword's value; `undefined` leaves the keyword out. */
export type KeywordChange = (keyword: string, value: JsonValue) => JsonValue | undefined;

/** A schema whose keywords are changed, and so are those of all schemas inside of it; fields keep their names, whatever they are. */
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
