// In: a function and its arguments. Out: the cost of the call, before it is made. Called by `call` for each call. The
// API server's own rules are in k8s.io/apiserver, pkg/cel/library/cost.go.

import { matchSteps } from '../library/regular-expression.ts';
import { CelList, CelMap, Optional, type Value, weightOf } from '../value.ts';
import { characterCost, formatPatternLength, listCost, patternCost } from './unit-cost.ts';

/** The cost of a call in the API server's units, and in steps of this process. */
export interface CallCost {
  readonly cost: number;
  readonly steps: number;
}

/**
 * Returns the maximum cost of a call by its arguments alone; its result is never larger than the charged cost.
 *
 * @param name - as in overloads, such as `sets.contains`.
 */
export function callCost(name: string, values: readonly Value[]): CallCost {
  return { cost: costs[name]?.(...values) ?? 1, steps: steps[name]?.(...values) ?? readingCost(...values) };
}

type Amount = (...values: Value[]) => number;

/** Returns the size of a value in cel-go. A character beyond 16 bits counts twice. */
function sizeOf(value: Value = null): number {
  if (typeof value === 'string' || value instanceof Uint8Array) return value.length;
  if (value instanceof CelList) return value.items.length;
  if (value instanceof CelMap) return value.size;
  return value instanceof Optional && value.value !== undefined ? sizeOf(value.value) : 1;
}

function isText(value: Value = null): value is string | Uint8Array {
  return typeof value === 'string' || value instanceof Uint8Array;
}

function traversals(count: number): Amount {
  return (text) => Math.ceil(sizeOf(text) * count * characterCost);
}

function longest(...values: Value[]): number {
  return Math.ceil(Math.max(...values.map(sizeOf)) * characterCost);
}

function shortest(...values: Value[]): number {
  return Math.ceil(Math.min(...values.map(sizeOf)) * characterCost);
}

/** Returns the size of a value, the strings inside of lists and maps included. */
function traversal(value: Value = null): number {
  if (typeof value === 'string') return Buffer.byteLength(value) * characterCost;
  if (value instanceof Uint8Array) return value.length * characterCost;
  if (value instanceof CelList) return value.items.reduce<number>((sum, item) => sum + traversal(item), 0);
  if (!(value instanceof CelMap)) return 1;
  return [...value.entries].reduce((sum, [key, inner]) => sum + traversal(key) + traversal(inner), 0);
}

function match(text: Value = null, pattern: Value = null): number {
  return Math.ceil((1 + sizeOf(text)) * characterCost) * Math.ceil(sizeOf(pattern) * patternCost);
}

function allocation(count: number): number {
  return Math.max(0, count) + 1 + listCost;
}

/** The cost of comparing each item with each. */
function selfComparison(list: Value = null): number {
  const factor = list instanceof CelList && isText(list.items[0]) ? 2 + characterCost : 2;
  return allocation(sizeOf(list) ** 2 * factor);
}

function product(one: Value = null, other: Value = null): number {
  return sizeOf(one) * sizeOf(other) + 1;
}

const oneAddress = 16;

const costs: Readonly<Record<string, Amount>> = {
  ...sameCostFor(traversal, ['isSorted', 'sum', 'max', 'min', 'indexOf', 'lastIndexOf']),
  ...sameCostFor(traversals(1), ['url', 'isURL', 'lowerAscii', 'upperAscii', 'substring', 'trim']),
  ...sameCostFor(traversals(1), ['cidr', 'isIP', 'isCIDR', 'ip', 'quantity', 'isQuantity', 'semver', 'isSemver']),
  ...sameCostFor(traversals(1), ['string', 'bytes']),
  ...sameCostFor(traversals(2), ['replace', 'split', 'ip.isCanonical']),
  ...sameCostFor(longest, ['startsWith', 'endsWith']),
  ...sameCostFor(shortest, ['==', '!=', '<', '<=', '>', '>=']),
  ...sameCostFor(match, ['find', 'findAll', 'matches']),
  '+': (one, other) => (isText(one) || isText(other) ? Math.ceil((sizeOf(one) + sizeOf(other)) * characterCost) : 1),
  in: (_, range) => (range instanceof CelList ? sizeOf(range) : 1),
  contains: (text, part) => traversals(1)(text ?? null) * traversals(1)(part ?? null),
  join: (list, separator) => 2 * Math.ceil(joinedLength(list, separator) * characterCost),
  containsIP: (_, other) => Math.ceil((2 * oneAddress + sizeOf(other)) * characterCost) + 1,
  containsCIDR: (_, other) => Math.ceil((3 * oneAddress + sizeOf(other)) * characterCost) + 3,
  validate: (_, text) => Math.ceil((1 + sizeOf(text)) * characterCost) * formatPatternLength * patternCost,
  'lists.range': (count) => allocation(Number(count)),
  slice: (_, from, to) => allocation(Number(to) - Number(from)),
  reverse: (list) => allocation(sizeOf(list)),
  flatten: (list, depth = 1) => allocation(sizeOf(list) * Number(depth)),
  ...sameCostFor(selfComparison, ['distinct', 'sort']),
  ...sameCostFor(product, ['sets.contains', 'sets.intersects']),
  'sets.equivalent': (one, other) => 2 * product(one, other),
};

function sameCostFor(amount: Amount, names: readonly string[]): Record<string, Amount> {
  return Object.fromEntries(names.map((name) => [name, amount]));
}

function joinedLength(list: Value = null, separator: Value = null): number {
  if (!(list instanceof CelList)) return 0;
  const between = isText(separator) ? separator.length : 0;
  return list.items.reduce<number>((sum, item) => sum + (isText(item) ? item.length : 0) + between, 0);
}

/** The cost of reading all strings once. */
function readingCost(...values: Value[]): number {
  return values.reduce<number>((sum, value) => sum + (isText(value) ? value.length / 10 : 0), 0);
}

function weights(...values: Value[]): number {
  return values.reduce<number>((sum, value) => sum + weightOf(value), 0);
}

function comparison(one: Value = null, other: Value = null): number {
  if (isText(one) || isText(other)) return Math.min(weightOf(one), weightOf(other));
  return sizeOf(one) === sizeOf(other) ? Math.max(weightOf(one), weightOf(other)) : 1;
}

function search(list: Value = null, item: Value = null): number {
  return weightOf(list) + (item instanceof CelList || item instanceof CelMap ? sizeOf(list) * weightOf(item) : 0);
}

function crossComparison(one: Value = null, other: Value = null): number {
  return 2 * (sizeOf(one) * weightOf(other) + sizeOf(other) * weightOf(one));
}

const steps: Readonly<Record<string, Amount>> = {
  ...sameCostFor(comparison, ['==', '!=']),
  ...sameCostFor(weights, ['isSorted', 'sum', 'max', 'min', 'reverse', 'slice', 'flatten', 'join', 'split']),
  ...sameCostFor(crossComparison, ['sets.contains', 'sets.intersects', 'sets.equivalent']),
  ...sameCostFor(
    (list, item) => (isText(list) ? readingCost(list, item ?? null) : search(list, item)),
    ['indexOf', 'lastIndexOf'],
  ),
  in: (item, range) => (range instanceof CelList ? search(range, item) : 1),
  '+': (one, other) =>
    one instanceof CelList && one.identity !== 'place' ? crossComparison(one, other) : sizeOf(one) + sizeOf(other),
  distinct: (list) => sizeOf(list) * weightOf(list ?? null),
  sort: (list) => weightOf(list ?? null) * Math.log2(2 + sizeOf(list)),
  'lists.range': (count) => Number(count),
  replace: replacedLength,
  ...sameCostFor(matching, ['matches', 'find']),
  findAll: (text, pattern, count = -1n) => matching(text, pattern) * matchCount(text, count),
};

function matching(text: Value = null, pattern: Value = null): number {
  return typeof text === 'string' && typeof pattern === 'string' ? matchSteps(text, pattern) : 1;
}

/**
 * Returns the maximum number of matches. Each may read the rest of the text, as for `a.*b|a` in a text of `a` alone.
 */
function matchCount(text: Value = null, count: Value = null): number {
  const most = sizeOf(text) + 1;
  return typeof count === 'bigint' && count >= 0n ? Math.min(Number(count) + 1, most) : most;
}

/** Returns the maximum length after a replacement: a text around each character, or in place of each occurrence. */
function replacedLength(text: Value = null, part: Value = null, by: Value = null): number {
  const places = sizeOf(part) === 0 ? sizeOf(text) + 1 : sizeOf(text) / sizeOf(part);
  return (sizeOf(text) + places * sizeOf(by)) / 10;
}
