import { isJsonList, isJsonObject, type JsonValue } from '../../schema/index.ts';

/** JSON text that is the same for equal values, whatever the order of their fields. */
export function canonicalJson(value: JsonValue): string {
  return JSON.stringify(sorted(value));
}

function sorted(value: JsonValue): JsonValue {
  if (isJsonList(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.flatMap((name) => (value[name] === undefined ? [] : [[name, sorted(value[name])]])));
}
