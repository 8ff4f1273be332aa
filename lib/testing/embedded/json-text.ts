import { parse } from 'yaml';
import type { JsonObject, JsonValue } from '../../api/index.ts';

/** Returns the value of a JSON text. @throws SyntaxError if it isn't one. */
export function parsedJson(text: string): JsonValue {
  return JSON.parse(text) as JsonValue;
}

/** Returns the value of a YAML text. @throws YAMLParseError if it isn't one. */
export function yamlBody(text: string): JsonValue {
  return compactJson(text) ?? (parse(text) as JsonValue);
}

/** Returns the value of a JSON text without spaces and duplicate names, as clients send it: much faster than YAML. */
function compactJson(text: string): JsonValue | undefined {
  try {
    const value = JSON.parse(text) as JsonValue;
    return JSON.stringify(value) === text ? value : undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

/** Returns the keys of an item from a path element such as `k:{"name":"x"}`. */
export function parsedKeys(text: string): JsonObject {
  return JSON.parse(text) as JsonObject;
}
