/** A value that clients can exchange with an API server. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** A JSON object: field name → value. */
export interface JsonObject {
  readonly [field: string]: JsonValue;
}

/**
 * Returns true if a JSON value is an object, not a list, a scalar or null.
 *
 * @example
 * const settings: unknown = JSON.parse('{ "mode": "fast" }');
 * if (isJsonObject(settings)) console.log(settings.mode); // 'fast'
 */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns true if a JSON value is a list. */
export function isJsonList(value: unknown): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Returns a field's name as a token of a JSON pointer. @see https://www.rfc-editor.org/rfc/rfc6901#section-3 */
export function jsonPointerToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Returns a JSON value with the fields of all objects sorted, so that equal values give equal text. */
export function sortedJson(value: JsonObject): JsonObject;

export function sortedJson(value: unknown): unknown;

export function sortedJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => sortedJson(item));
  if (!isJsonObject(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sortedJson(value[name])]));
}

/**
 * Returns true if a JSON value has objects and lists on more levels than `depth`. It doesn't recurse, and reads a part
 * that the value has several times once on each level.
 */
export function isJsonDeeperThan(depth: number, value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let reached = 0; reached <= depth && level.length > 0; reached += 1) {
    const inner = level.flatMap((each) => (isJsonList(each) ? each : isJsonObject(each) ? Object.values(each) : []));
    level = [...new Set(inner)];
  }
  return level.length > 0;
}

/**
 * Returns the name of a JSON value's type, as schemas name it. A number without a fraction is an integer in any
 * notation.
 */
export function jsonTypeName(value: JsonValue): string {
  if (value === null) return 'null';
  if (isJsonList(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}
