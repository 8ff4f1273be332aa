import { isJsonList, isJsonObject, type JsonValue } from '../json.ts';

/** The ends of Go's integers, which JavaScript holds as the powers of two beside them. */
const ends: ReadonlyMap<number, string> = new Map([
  [-(2 ** 63), '-9223372036854775808'],
  [2 ** 63, '9223372036854775807'],
  [2 ** 64, '18446744073709551615'],
]);

/**
 * A number of a schema in the digits that its author wrote; undefined if nobody can know these any more: JavaScript holds
 * integers beyond 2 ** 53 rounded, and no number without an end is written in JSON.
 */
export function numberText(value: number): string | undefined {
  return Number.isFinite(value) && !isRounded(value) ? String(value) : ends.get(value);
}

/** Whether a number in a value of a schema may have been another one in the text that it was read from. */
export function holdsRounded(value: JsonValue): boolean {
  if (isJsonList(value)) return value.some(holdsRounded);
  return isJsonObject(value) ? Object.values(value).some(holdsRounded) : typeof value === 'number' && isRounded(value);
}

function isRounded(value: number): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}
