// In: a function and its arguments. Out: the cost of the call, before it is made. Called by `function-call` for each
// call. The API server's own rules are in k8s.io/apiserver, pkg/cel/library/cost.go.

import { matchSteps } from '../library/regular-expression-function.ts';
import { CelList, CelMap, type CelValue, OptionalValue, valueWeight } from '../value/cel-value.ts';
import { authorizationCost, characterCost, formatPatternLength, listCost, patternCost } from './unit-cost.ts';

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
export function callCost(name: string, values: readonly CelValue[]): CallCost {
  return { cost: costs[name]?.(...values) ?? 1, steps: steps[name]?.(...values) ?? readingCost(...values) };
}

type Amount = (...values: CelValue[]) => number;

/** Returns the size of a value in cel-go. A character beyond 16 bits counts twice. */
function celSize(value: CelValue = null): number {
  if (typeof value === 'string' || value instanceof Uint8Array) return value.length;
  if (value instanceof CelList) return value.items.length;
  if (value instanceof CelMap) return value.size;
  return value instanceof OptionalValue && value.value !== undefined ? celSize(value.value) : 1;
}

function isText(value: CelValue = null): value is string | Uint8Array {
  return typeof value === 'string' || value instanceof Uint8Array;
}

function traversalCost(count: number): Amount {
  return (text) => Math.ceil(celSize(text) * count * characterCost);
}

function longestTextCost(...values: CelValue[]): number {
  return Math.ceil(Math.max(...values.map(celSize)) * characterCost);
}

function shortestTextCost(...values: CelValue[]): number {
  return Math.ceil(Math.min(...values.map(celSize)) * characterCost);
}

/** Returns the size of a value, the strings inside of lists and maps included. */
function deepSize(value: CelValue = null): number {
  if (typeof value === 'string') return Buffer.byteLength(value) * characterCost;
  if (value instanceof Uint8Array) return value.length * characterCost;
  if (value instanceof CelList) return value.items.reduce<number>((sum, item) => sum + deepSize(item), 0);
  if (!(value instanceof CelMap)) return 1;
  return [...value.entries].reduce((sum, [key, inner]) => sum + deepSize(key) + deepSize(inner), 0);
}

function matchCost(text: CelValue = null, pattern: CelValue = null): number {
  return Math.ceil((1 + celSize(text)) * characterCost) * Math.ceil(celSize(pattern) * patternCost);
}

function allocationCost(count: number): number {
  return Math.max(0, count) + 1 + listCost;
}

/** The cost of comparing each item with each. */
function selfComparisonCost(list: CelValue = null): number {
  const factor = list instanceof CelList && isText(list.items[0]) ? 2 + characterCost : 2;
  return allocationCost(celSize(list) ** 2 * factor);
}

function productCost(one: CelValue = null, other: CelValue = null): number {
  return celSize(one) * celSize(other) + 1;
}

const oneAddress = 16;

const costs: Readonly<Record<string, Amount>> = {
  ...sameCostFor(deepSize, ['isSorted', 'sum', 'max', 'min', 'indexOf', 'lastIndexOf']),
  ...sameCostFor(traversalCost(1), ['url', 'isURL', 'lowerAscii', 'upperAscii', 'substring', 'trim']),
  ...sameCostFor(traversalCost(1), ['cidr', 'isIP', 'isCIDR', 'ip', 'quantity', 'isQuantity', 'semver', 'isSemver']),
  ...sameCostFor(traversalCost(1), ['string', 'bytes']),
  ...sameCostFor(traversalCost(2), ['replace', 'split', 'ip.isCanonical']),
  ...sameCostFor(longestTextCost, ['startsWith', 'endsWith']),
  ...sameCostFor(shortestTextCost, ['==', '!=', '<', '<=', '>', '>=']),
  ...sameCostFor(matchCost, ['find', 'findAll', 'matches']),
  '+': (one, other) => (isText(one) || isText(other) ? Math.ceil((celSize(one) + celSize(other)) * characterCost) : 1),
  in: (_, range) => (range instanceof CelList ? celSize(range) : 1),
  contains: (text, part) => traversalCost(1)(text ?? null) * traversalCost(1)(part ?? null),
  join: (list, separator) => 2 * Math.ceil(joinedTextLength(list, separator) * characterCost),
  containsIP: (_, other) => Math.ceil((2 * oneAddress + celSize(other)) * characterCost) + 1,
  containsCIDR: (_, other) => Math.ceil((3 * oneAddress + celSize(other)) * characterCost) + 3,
  validate: (_, text) => Math.ceil((1 + celSize(text)) * characterCost) * formatPatternLength * patternCost,
  check: () => authorizationCost,
  'lists.range': (count) => allocationCost(Number(count)),
  slice: (_, from, to) => allocationCost(Number(to) - Number(from)),
  reverse: (list) => allocationCost(celSize(list)),
  flatten: (list, depth = 1) => allocationCost(celSize(list) * Number(depth)),
  ...sameCostFor(selfComparisonCost, ['distinct', 'sort']),
  ...sameCostFor(productCost, ['sets.contains', 'sets.intersects']),
  'sets.equivalent': (one, other) => 2 * productCost(one, other),
};

function sameCostFor(amount: Amount, names: readonly string[]): Record<string, Amount> {
  return Object.fromEntries(names.map((name) => [name, amount]));
}

function joinedTextLength(list: CelValue = null, separator: CelValue = null): number {
  if (!(list instanceof CelList)) return 0;
  const between = isText(separator) ? separator.length : 0;
  return list.items.reduce<number>((sum, item) => sum + (isText(item) ? item.length : 0) + between, 0);
}

/** The cost of reading all strings once. */
function readingCost(...values: CelValue[]): number {
  return values.reduce<number>((sum, value) => sum + (isText(value) ? value.length / 10 : 0), 0);
}

function totalWeight(...values: CelValue[]): number {
  return values.reduce<number>((sum, value) => sum + valueWeight(value), 0);
}

function comparisonSteps(one: CelValue = null, other: CelValue = null): number {
  if (isText(one) || isText(other)) return Math.min(valueWeight(one), valueWeight(other));
  return celSize(one) === celSize(other) ? Math.max(valueWeight(one), valueWeight(other)) : 1;
}

function searchSteps(list: CelValue = null, item: CelValue = null): number {
  return (
    valueWeight(list) + (item instanceof CelList || item instanceof CelMap ? celSize(list) * valueWeight(item) : 0)
  );
}

function crossComparisonSteps(one: CelValue = null, other: CelValue = null): number {
  return 2 * (celSize(one) * valueWeight(other) + celSize(other) * valueWeight(one));
}

const steps: Readonly<Record<string, Amount>> = {
  ...sameCostFor(comparisonSteps, ['==', '!=']),
  ...sameCostFor(totalWeight, ['isSorted', 'sum', 'max', 'min', 'reverse', 'slice', 'flatten', 'join', 'split']),
  ...sameCostFor(crossComparisonSteps, ['sets.contains', 'sets.intersects', 'sets.equivalent']),
  ...sameCostFor(
    (list, item) => (isText(list) ? readingCost(list, item ?? null) : searchSteps(list, item)),
    ['indexOf', 'lastIndexOf'],
  ),
  in: (item, range) => (range instanceof CelList ? searchSteps(range, item) : 1),
  '+': (one, other) =>
    one instanceof CelList && one.identity !== 'place'
      ? crossComparisonSteps(one, other)
      : celSize(one) + celSize(other),
  distinct: (list) => celSize(list) * valueWeight(list ?? null),
  sort: (list) => valueWeight(list ?? null) * Math.log2(2 + celSize(list)),
  'lists.range': (count) => Number(count),
  replace: replacedLength,
  ...sameCostFor(patternMatchSteps, ['matches', 'find']),
  findAll: (text, pattern, count = -1n) => patternMatchSteps(text, pattern) * mostMatches(text, count),
};

function patternMatchSteps(text: CelValue = null, pattern: CelValue = null): number {
  return typeof text === 'string' && typeof pattern === 'string' ? matchSteps(text, pattern) : 1;
}

/**
 * Returns the maximum number of matches. Each may read the rest of the text, as for `a.*b|a` in a text of `a` alone.
 */
function mostMatches(text: CelValue = null, count: CelValue = null): number {
  const most = celSize(text) + 1;
  return typeof count === 'bigint' && count >= 0n ? Math.min(Number(count) + 1, most) : most;
}

/** Returns the maximum length after a replacement: a text around each character, or in place of each occurrence. */
function replacedLength(text: CelValue = null, part: CelValue = null, by: CelValue = null): number {
  const places = celSize(part) === 0 ? celSize(text) + 1 : celSize(text) / celSize(part);
  return (celSize(text) + places * celSize(by)) / 10;
}
