/**
 * Returns true if two JSON values are equal, regardless of the order of fields. It takes no more steps than the smaller
 * value has parts, and doesn't recurse, so deep values can't overflow the stack.
 */
export function isSameJson(one: unknown, other: unknown): boolean {
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
 * Returns the weight of a JSON value in comparisons: its number of parts, plus one for every ten characters of its
 * strings. It doesn't recurse, so the value may be arbitrarily deep.
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

/** A part that is not written yet: a value, or text between values. */
type Part = { readonly text: string } | { readonly value: unknown };

/**
 * Returns JSON text that is the same for equal values, regardless of the order of their fields. Undefined fields are
 * left out. Works without recursion, for values of any depth: `JSON.stringify` fails at 4,000 levels, and API servers
 * accept 10,000.
 */
export function canonicalJson(root: unknown): string {
  const texts: string[] = [];
  const parts: Part[] = [{ value: root }];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    if ('text' in part) texts.push(part.text);
    else if (isObject(part.value)) {
      for (const inner of jsonParts(part.value).toReversed()) parts.push(inner);
    } else texts.push(JSON.stringify(part.value) ?? 'undefined');
  }
  return texts.join('');
}

/** A JSON value of a list that equals an earlier one. */
export interface RepeatedJsonValue<Value> {
  readonly value: Value;
  readonly index: number;
  /** The index of the first such value. */
  readonly first: number;
  /** The number of such values up to this one. */
  readonly count: number;
}

/** Yields the JSON values of a list that equal earlier ones, regardless of the order of fields. */
export function* repeatedJsonValues<Value>(values: readonly Value[]): Generator<RepeatedJsonValue<Value>> {
  const seen = new Map<string, { readonly first: number; count: number }>();
  for (const [index, value] of values.entries()) {
    const text = canonicalJson(value);
    const earlier = seen.get(text);
    if (earlier === undefined) seen.set(text, { first: index, count: 1 });
    else yield { value, index, first: earlier.first, count: ++earlier.count };
  }
}

function jsonParts(value: object): Part[] {
  if (Array.isArray(value)) {
    const items = value.flatMap((item: unknown, index): Part[] => [{ text: index === 0 ? '[' : ',' }, { value: item }]);
    return [...(items.length === 0 ? [{ text: '[' }] : items), { text: ']' }];
  }
  const parts: Part[] = [];
  for (const name of Object.keys(value).sort()) {
    const inner: unknown = Reflect.get(value, name);
    if (inner === undefined) continue;
    parts.push({ text: `${parts.length === 0 ? '{' : ','}${JSON.stringify(name)}:` }, { value: inner });
  }
  return [...(parts.length === 0 ? [{ text: '{' }] : parts), { text: '}' }];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
