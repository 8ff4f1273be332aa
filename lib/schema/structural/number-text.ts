import { isJsonList, isJsonObject, type JsonValue } from '../json.ts';

/** The limits of Go's integers, which JavaScript rounds to powers of two. */
const ends: ReadonlyMap<number, string> = new Map([
  [-(2 ** 63), '-9223372036854775808'],
  [2 ** 63, '9223372036854775807'],
  [2 ** 64, '18446744073709551615'],
]);

/**
 * Returns a schema's number in its original digits; undefined if they are lost: JavaScript rounds integers beyond 2 **
 * 53, and JSON has no infinite numbers.
 */
export function numberText(value: number): string | undefined {
  return Number.isFinite(value) && !isRoundedNumber(value) ? String(value) : ends.get(value);
}

/** Returns true if a number in a schema's value may have been rounded when it was read. */
export function holdsRoundedNumber(value: JsonValue): boolean {
  if (isJsonList(value)) return value.some(holdsRoundedNumber);
  return isJsonObject(value)
    ? Object.values(value).some(holdsRoundedNumber)
    : typeof value === 'number' && isRoundedNumber(value);
}

function isRoundedNumber(value: number): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}
