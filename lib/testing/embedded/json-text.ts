import { parse } from 'yaml';
import type { JsonObject, JsonValue } from '../../api/index.ts';

/** Returns the value of a JSON text. @throws SyntaxError if it isn't one. */
export function parsedJson(text: string): JsonValue {
  return JSON.parse(text) as JsonValue;
}

/** Returns the value of a YAML text. @throws YAMLParseError if it isn't one. */
export function yamlBody(text: string): JsonValue {
  return parse(text) as JsonValue;
}

/** Returns the keys of an item from a path element such as `k:{"name":"x"}`. */
export function parsedKeys(text: string): JsonObject {
  return JSON.parse(text) as JsonObject;
}
