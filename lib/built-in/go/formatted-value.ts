import { isJsonObject, type JsonObject, type JsonValue } from '../../api/index.ts';
import { isJsonList, scalarText } from '../../schema/index.ts';

/** Returns a count as Go formats it with `omitempty`: undefined for zero. */
export function omittedIfZero(count: number): number | undefined {
  return count === 0 ? undefined : count;
}

/** Returns texts as Go's `%q` formats a list. */
export function goList(texts: readonly JsonValue[]): string {
  return `[${texts.map((text) => JSON.stringify(text)).join(' ')}]`;
}

/** Returns texts as Go's `%#v` formats a slice of strings. */
export function goTexts(texts: readonly string[]): string {
  return texts.length === 0 ? '[]string(nil)' : `[]string{${texts.map((each) => JSON.stringify(each)).join(', ')}}`;
}

/** Returns an object as Go's `%v` formats a map. */
export function goMap(value: JsonObject): string {
  return `map[${Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, field]) => `${name}:${goValue(field)}`)
    .join(' ')}]`;
}

/** Returns a value as Go's `%v` formats it. */
export function goValue(value: JsonValue): string {
  if (isJsonObject(value)) return goMap(value);
  if (isJsonList(value)) return `[${value.map(goValue).join(' ')}]`;
  return value === null ? '<nil>' : scalarText(value);
}

/** Returns a duration as Go prints it: `2m40s`. */
export function goDuration(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds}s` : `${minutes}m${seconds % 60}s`;
}

/** Returns an object as Go formats a struct: with the names of Go's fields. */
export function goStruct(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [`${name.charAt(0).toUpperCase()}${name.slice(1)}`, goStruct(field)]),
  );
}
