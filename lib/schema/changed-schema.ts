import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from './json.ts';

/** Returns the new value of a keyword; `undefined` removes the keyword. */
export type KeywordChange = (keyword: string, value: JsonValue) => JsonValue | undefined;

/** Changes the keywords of a schema and of all schemas inside; names of fields stay unchanged. */
export function changedSchema(schema: JsonObject, change: KeywordChange): JsonObject {
  const keywords = Object.entries(schema).flatMap(([keyword, value]): [string, JsonValue][] => {
    const changed = change(keyword, value);
    return changed === undefined ? [] : [[keyword, changed]];
  });
  return withInnerSchemas(Object.fromEntries(keywords), (inner) => changedSchema(inner, change));
}

/** Replaces the schemas directly inside of a schema. */
export function withInnerSchemas(schema: JsonObject, replaced: (inner: JsonObject) => JsonValue): JsonObject {
  const inner = (value: JsonValue) => (isJsonObject(value) ? replaced(value) : value);
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]): [string, JsonValue] => {
      switch (keyword) {
        case 'properties':
          if (!isJsonObject(value)) return [keyword, value];
          return [keyword, Object.fromEntries(Object.entries(value).map(([name, field]) => [name, inner(field)]))];
        case 'items':
        case 'additionalProperties':
        case 'not':
          return [keyword, inner(value)];
        case 'allOf':
        case 'anyOf':
        case 'oneOf':
          return [keyword, isJsonList(value) ? value.map(inner) : value];
        default:
          return [keyword, value];
      }
    }),
  );
}
