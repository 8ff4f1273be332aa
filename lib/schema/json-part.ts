// Parts of JSON values from any source: a part that is absent, or of another type, is empty or undefined.

import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from './json.ts';

/** Returns the JSON value at a path such as `spec.replicas`. */
export function fieldAt(value: unknown, path: string): JsonValue | undefined {
  return valueAt(fieldsIn(value), path.split('.'));
}

/** Returns the number at a path of a JSON value; undefined for other values. */
export function numberAt(value: unknown, path: string): number | undefined {
  const found = fieldAt(value, path);
  return typeof found === 'number' ? found : undefined;
}

/** Returns the text at a path of a JSON value; `absent` if there is none. */
export function textAt(value: unknown, path: string, absent = ''): string {
  const text = scalarText(fieldAt(value, path));
  return text === '' ? absent : text;
}

/** Returns the fields at a path of a JSON value; none for other values. */
export function fieldsAt(value: unknown, path: string): JsonObject {
  return fieldsIn(fieldAt(value, path));
}

/** Returns the items of the list at a path of a JSON value; none for other values. */
export function listAt(value: unknown, path: string): readonly JsonValue[] {
  return listOf(fieldAt(value, path));
}

/** Returns the objects of the list at a path of a JSON value; none for other values. */
export function objectsAt(value: unknown, path: string): readonly JsonObject[] {
  return objectList(fieldAt(value, path));
}

/** Returns the scalars of the list at a path of a JSON value, as texts; none for other values. */
export function textsAt(value: unknown, path: string): readonly string[] {
  const found = fieldAt(value, path);
  return listOf(found).map(scalarText);
}

/** Returns the time at a path of a JSON value in milliseconds since the epoch; undefined for other values. */
export function timeAt(value: unknown, path: string): number | undefined {
  const time = Date.parse(textAt(value, path));
  return Number.isNaN(time) ? undefined : time;
}

/** Returns the texts of a JSON list; none for other values. */
export function textList(value: unknown): readonly string[] {
  return listOf(value).filter((each) => typeof each === 'string');
}

/** Returns the fields of a JSON object; none for other values. */
export function fieldsIn(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Returns the items of a JSON list; none for other values. */
export function listOf(value: unknown): readonly JsonValue[] {
  return isJsonList(value) ? value : [];
}

/** Returns the objects of a JSON list; none for other values. */
export function objectList(list: unknown): readonly JsonObject[] {
  return listOf(list).filter(isJsonObject);
}

/** Returns the sum of the numbers at a path of several JSON objects. */
export function sumAt(objects: readonly JsonObject[], path: string): number {
  return objects.reduce((total, object) => total + (numberAt(object, path) ?? 0), 0);
}

/** Returns a JSON value that is a text; an empty text for other values. */
export function textOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns a JSON object with other fields; those that are undefined are removed. */
export function withFields(object: JsonObject, fields: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  const all = Object.entries({ ...object, ...fields });
  return Object.fromEntries(all.filter((entry): entry is [string, JsonValue] => entry[1] !== undefined));
}

/** Returns a JSON text, number or boolean as text; an empty text for other values. */
export function scalarText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** Returns the texts of a JSON map, such as labels; none for other values. */
export function textMap(value: unknown): Readonly<Record<string, string>> {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Returns the JSON value at a path of field names. */
export function valueAt(value: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (found, field) => (isJsonObject(found) && Object.hasOwn(found, field) ? found[field] : undefined),
    value,
  );
}

/**
 * Returns an object's own field; undefined if it is absent, also for names that every object inherits, such as
 * `constructor`.
 */
export function ownField<Value>(object: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
