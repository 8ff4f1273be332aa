import { EvaluationError } from '../expression-error.ts';
import type { Library, Overload } from '../overload.ts';
import { CelList, CelMap, type CelValue, type Key, OptionalValue, UnreadableValue } from '../value/cel-value.ts';
import { int64 } from '../value/int64.ts';
import { celSpan, Span } from '../value/time.ts';
import { isEqual, valueOrder } from '../value/value-comparison.ts';

const comparable = ['int', 'double', 'bool', 'duration', 'timestamp', 'string', 'bytes'];

/** Returns one function for each type of items; `T` stands for that type. */
function functionsPerItemType(types: readonly string[], signature: string, call: Overload['call']): Library {
  return Object.fromEntries(types.map((type) => [signature.replaceAll('T', type), call]));
}

/** Functions of lists, of Kubernetes and of CEL's own library. */
export const lists: Library = {
  ...functionsPerItemType(comparable, 'list<T>.isSorted(): bool', ({ items }: CelList) =>
    items.every((item, index) => index === 0 || (valueOrder(items[index - 1] ?? null, item) ?? 0) <= 0),
  ),
  ...functionsPerItemType(comparable, 'list<T>.min(): T', ({ items }: CelList) => extremeItem('min', items, -1)),
  ...functionsPerItemType(comparable, 'list<T>.max(): T', ({ items }: CelList) => extremeItem('max', items, 1)),
  ...functionsPerItemType(
    comparable,
    'list<T>.sort(): list<T>',
    ({ items }: CelList) => new CelList(sortedItems(items)),
  ),
  'list<int>.sum(): int': ({ items }: CelList) => items.reduce<bigint>((sum, item) => int64(sum + summandOf(item)), 0n),
  'list<double>.sum(): double': ({ items }: CelList) => items.reduce<number>((sum, item) => sum + Number(item), 0),
  'list<duration>.sum(): duration': ({ items }: CelList) =>
    celSpan(items.reduce<bigint>((sum, item) => sum + summandOf(item), 0n)),
  'list<A>.indexOf(A): int': ({ items }: CelList, item: CelValue) =>
    BigInt(items.findIndex((other) => isEqual(other, item))),
  'list<A>.lastIndexOf(A): int': ({ items }: CelList, item: CelValue) =>
    BigInt(items.findLastIndex((other) => isEqual(other, item))),
  'list<A>.slice(int, int): list<A>': listSlice,
  'list<A>.reverse(): list<A>': ({ items }: CelList) => new CelList(items.toReversed()),
  'list<A>.distinct(): list<A>': ({ items }: CelList) =>
    new CelList(
      items.reduce<CelValue[]>((kept, item) => {
        if (!kept.some((other) => isEqual(other, item))) kept.push(item);
        return kept;
      }, []),
    ),
  'list<list<A>>.flatten(): list<A>': (list: CelList) => new CelList(flattenedItems(list, 1)),
  'list<dyn>.flatten(int): list<dyn>': (list: CelList, depth: bigint) => {
    if (depth < 0n) throw new EvaluationError('level must be non-negative');
    return new CelList(flattenedItems(list, Number(depth)));
  },
  'lists:range(int): list<int>': (count: bigint) =>
    new CelList(Array.from({ length: Number(count) }, (_, index) => BigInt(index))),
  'list<A>.first(): optional<A>': ({ items }: CelList) => new OptionalValue(items[0]),
  'list<A>.last(): optional<A>': ({ items }: CelList) => new OptionalValue(items.at(-1)),
};

function summandOf(value: CelValue): bigint {
  if (value instanceof UnreadableValue) throw value.error;
  if (value instanceof Span) return value.nanoseconds;
  return typeof value === 'bigint' ? value : 0n;
}

function extremeItem(name: string, items: readonly CelValue[], side: number): CelValue {
  const [first, ...others] = items;
  if (first === undefined) throw new EvaluationError(`${name} called on empty list`);
  return others.reduce((best, item) => ((valueOrder(item, best) ?? 0) * side > 0 ? item : best), first);
}

function sortedItems(items: readonly CelValue[]): CelValue[] {
  return items.toSorted((one, other) => valueOrder(one, other) ?? 0);
}

function listSlice({ items }: CelList, from: bigint, to: bigint): CelList {
  if (from < 0n || to < 0n) throw new EvaluationError(`cannot slice(${from}, ${to}), negative indexes not supported`);
  if (from > to)
    throw new EvaluationError(`cannot slice(${from}, ${to}), start index must be less than or equal to end index`);
  if (to > BigInt(items.length))
    throw new EvaluationError(`cannot slice(${from}, ${to}), list is length ${items.length}`);
  return new CelList(items.slice(Number(from), Number(to)));
}

function flattenedItems({ items }: CelList, depth: number): CelValue[] {
  return items.flatMap((item) => (item instanceof CelList && depth > 0 ? flattenedItems(item, depth - 1) : [item]));
}

/** Returns the item at an index. @throws EvaluationError outside of the list. */
export function listItemAt({ items }: CelList, index: bigint): CelValue {
  const item = items[Number(index)];
  if (item === undefined) throw new EvaluationError(`index out of bounds: ${index}`);
  return item;
}

/**
 * Concatenates two lists by the operator `+`: for sets the union, for lists with keys the second list's items replace
 * those of the first.
 */
export function concatenatedLists(one: CelList, other: CelList): CelList {
  const { identity } = one;
  if (identity === 'place') return new CelList([...one.items, ...other.items]);
  const isSame = (item: CelValue, candidate: CelValue) =>
    identity === 'value' ? isEqual(item, candidate) : listKeyText(item, identity) === listKeyText(candidate, identity);
  const merged = one.items.map((item) => other.items.find((candidate) => isSame(item, candidate)) ?? item);
  const added = other.items.filter((candidate) => !one.items.some((item) => isSame(item, candidate)));
  return new CelList([...merged, ...added], identity);
}

function listKeyText(item: CelValue, keys: readonly string[]): string {
  const entries = item instanceof CelMap ? item.entries : new Map<Key, CelValue>();
  return JSON.stringify(keys.map((key) => listKeyPartText(entries.get(key))));
}

/** Keys are scalars. */
function listKeyPartText(value: CelValue | undefined): string {
  return typeof value === 'object' ? '' : `${typeof value} ${value}`;
}
