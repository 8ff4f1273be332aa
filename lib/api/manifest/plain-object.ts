/** Returns true for a plain object: one that isn't an instance of a class. */
export function isPlainJsonObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
