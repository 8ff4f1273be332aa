import type { JsonValue } from '../../schema/index.ts';

/**
 * A copy of a value as JSON carries it, sharing nothing with the value: fields that are undefined are left out.
 *
 * @throws TypeError if anything in the value can't be sent as JSON, such as a Date.
 */
export function jsonCopy(value: unknown): JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (Array.isArray(value)) return value.map(jsonCopy);
  if (isPlainObject(value)) {
    const fields = Object.entries(value).filter(([, inner]) => inner !== undefined);
    return Object.fromEntries(fields.map(([field, inner]) => [field, jsonCopy(inner)]));
  }
  throw new TypeError(`${described(value)} can't be sent as JSON`);
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function described(value: unknown): string {
  if (typeof value === 'object' && value !== null) return `an object of class ${value.constructor.name}`;
  return typeof value === 'function' || typeof value === 'symbol' ? `a ${typeof value}` : String(value);
}
