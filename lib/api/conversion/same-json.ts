import { isJsonObject } from '../../schema/index.ts';

/**
 * Returns true if two JSON values are equal, regardless of the order of fields. Works without recursion, for values of
 * any depth.
 */
export function isSameJson(one: unknown, other: unknown): boolean {
  const pairs: [unknown, unknown][] = [[one, other]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [left, right] = pair;
    if (Object.is(left, right)) continue;
    if (Array.isArray(left) && Array.isArray(right)) {
      if (left.length !== right.length) return false;
      for (const [index, item] of left.entries()) pairs.push([item, right[index]]);
    } else if (isJsonObject(left) && isJsonObject(right)) {
      const names = Object.keys(left);
      if (names.length !== Object.keys(right).length) return false;
      for (const name of names) {
        if (!Object.hasOwn(right, name)) return false;
        pairs.push([left[name], right[name]]);
      }
    } else return false;
  }
  return true;
}
