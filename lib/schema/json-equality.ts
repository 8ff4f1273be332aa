/**
 * Returns true if two JSON values are equal, regardless of the order of fields. It takes no more steps than the smaller
 * value has parts, and doesn't recurse, so deep values can't overflow the stack.
 */
export function isEqualJson(one: unknown, other: unknown): boolean {
  const pairs: [unknown, unknown][] = [[one, other]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [left, right] = pair;
    if (Object.is(left, right)) continue;
    if (!isObject(left) || !isObject(right) || Array.isArray(left) !== Array.isArray(right)) return false;
    const fields = Object.keys(left);
    if (fields.length !== Object.keys(right).length) return false;
    for (const field of fields) {
      if (!Object.hasOwn(right, field)) return false;
      pairs.push([Reflect.get(left, field), Reflect.get(right, field)]);
    }
  }
  return true;
}

/**
 * Returns the number of parts of a JSON value, plus one for every ten characters of its strings. It doesn't recurse, so
 * the value may be arbitrarily deep.
 */
export function jsonWeight(json: unknown): number {
  const parts: unknown[] = [json];
  let weight = 0;
  while (parts.length > 0) {
    const part = parts.pop();
    weight += typeof part === 'string' ? 1 + part.length / 10 : 1;
    if (!isObject(part)) continue;
    for (const inner of Object.values(part)) parts.push(inner);
  }
  return weight;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
