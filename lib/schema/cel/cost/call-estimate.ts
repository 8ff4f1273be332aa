// In: a call, with the sizes of its target and arguments. Out: its estimated cost, and the size of its result. The
// functions' rules are those of k8s.io/apiserver, pkg/cel/library/cost.go, and github.com/google/cel-go,
// checker/cost.go, ext/lists.go and ext/sets.go. Any change there changes which rules API servers accept.

import type { CelType } from '../cel-type.ts';
import type { CheckedCall } from './checked-tree.ts';
import { exactRange, type Range, rangeProduct, rangeSum, rangeUnion, scaledRange, unknownRange } from './range.ts';
import { authorizationCost, characterCost, formatPatternLength, listCost, patternCost } from './unit-cost.ts';

/** The target or an argument of a call. */
export interface SizedPart {
  readonly type: CelType;
  /** Undefined if cel-go doesn't know it. */
  readonly size: Range | undefined;
  /** The value of a literal. */
  readonly literal: unknown;
  /** The size by the schema, and that of a list's items. */
  readonly declared: () => Range | undefined;
  readonly declaredItem: () => Range | undefined;
}

/** A call of one overload. */
export interface SizedCall {
  readonly name: string;
  readonly overload: CheckedCall['overloads'][number];
  readonly target?: SizedPart;
  readonly args: readonly SizedPart[];
  readonly argCosts: readonly Range[];
}

/** The cost of a call, its arguments included, and the size of its result. */
export interface CallEstimate {
  readonly cost: Range;
  readonly size?: Range;
}

/** Estimates a call. A function without a rule costs one unit. */
export function callEstimate(call: SizedCall): CallEstimate {
  const { name, argCosts, args } = call;
  if (name === '||' || name === '&&') return { cost: { min: argCosts[0]?.min ?? 0, max: rangeSum(...argCosts).max } };
  if (name === '?:') {
    const [condition = exactRange(0), then = exactRange(0), otherwise = exactRange(0)] = argCosts;
    const size = rangeUnion(assumedSize(args[1]), assumedSize(args[2]));
    return { cost: rangeSum(condition, rangeUnion(then, otherwise)), size };
  }
  const { cost, size } = estimates[name]?.(call) ?? { cost: exactRange(1) };
  return { cost: rangeSum(cost, ...argCosts), ...(size !== undefined && { size }) };
}

type Estimate = (call: SizedCall) => CallEstimate | undefined;

/** Returns the size that Kubernetes' functions assume. */
function assumedSize(part: SizedPart | undefined): Range {
  return part?.size ?? part?.declared() ?? unknownRange;
}

function readingCostRange(part: SizedPart | undefined, times = 1): Range {
  return scaledRange(assumedSize(part), times * characterCost);
}

function parameterKind({ overload }: SizedCall, index = 0): CelType['kind'] | undefined {
  return overload.parameters[index]?.kind;
}

const unitEstimate: Estimate = () => ({ cost: exactRange(1) });
const targetReadingEstimate: Estimate = ({ target }) => ({ cost: readingCostRange(target), size: assumedSize(target) });
const argumentReadingEstimate: Estimate = ({ args: [text] }) => ({ cost: readingCostRange(text) });

/** Reads the items of a list, without their own sizes. */
const traversalEstimate: Estimate = ({ target }) => {
  const { type } = target ?? {};
  if (type?.kind !== 'list') return { cost: readingCostRange(target) };
  const isText = type.item.kind === 'string' || type.item.kind === 'bytes';
  const item = isText
    ? rangeSum(exactRange(1), scaledRange(target?.declaredItem() ?? unknownRange, characterCost))
    : exactRange(1);
  return { cost: rangeProduct(assumedSize(target), item) };
};

function matchCostRange(text: SizedPart | undefined, pattern: SizedPart | undefined): Range {
  return rangeProduct(
    scaledRange(rangeSum(assumedSize(text), exactRange(1)), characterCost),
    scaledRange(assumedSize(pattern), patternCost),
  );
}

function allocationEstimate(size: Range, factor = 1): CallEstimate {
  return { cost: rangeSum(scaledRange(size, factor), exactRange(1 + listCost)), size };
}

const comparisonEstimate: Estimate = (call) => {
  const [left, right] = call.args;
  if (call.name !== '==' && call.name !== '!=' && !['string', 'bytes'].includes(parameterKind(call) ?? ''))
    return undefined;
  if (call.name === '==' && left !== undefined && left.type.kind === right?.type.kind) {
    if (['ip', 'cidr', 'quantity', 'semver'].includes(left.type.kind)) return unitEstimate(call);
    if (left.type.kind === 'url') return { cost: scaledRange({ min: 1, max: right.size?.max ?? 1 }, characterCost) };
    if (left.type.kind === 'format') return { cost: exactRange(7) };
  }
  const max = Math.min((left?.size ?? unknownRange).max, (right?.size ?? unknownRange).max);
  return { cost: scaledRange({ min: max > 0 ? 1 : 0, max }, characterCost) };
};

const additionEstimate: Estimate = (call) => {
  const kind = parameterKind(call);
  const [left, right] = call.args;
  const size = rangeSum(left?.size ?? unknownRange, right?.size ?? unknownRange);
  if (kind === 'list') return { cost: exactRange(1), size };
  return kind === 'string' || kind === 'bytes' ? { cost: scaledRange(size, characterCost), size } : undefined;
};

/** Returns the number of replacements in a text, and the length of the text that they keep. */
function replacements(
  size: number,
  part: number,
  isLonger: boolean,
): { readonly count: number; readonly kept: number } {
  if (part === 0) return { count: size + 1, kept: size };
  return isLonger ? { count: 0, kept: size } : { count: Math.ceil(size / part), kept: 0 };
}

const replacementEstimate: Estimate = ({ target, args: [part, by] }) => {
  const [size, searched, written] = [assumedSize(target), assumedSize(part), assumedSize(by)];
  const most = replacements(size.max, searched.min, written.max <= searched.min);
  const least = replacements(size.min, searched.max, searched.max <= written.min);
  const count = { min: least.count, max: most.count };
  const result = rangeSum(rangeProduct(count, written), { min: least.kept, max: most.kept });
  return { cost: readingCostRange(target, 2), size: result };
};

const splitEstimate: Estimate = ({ target, args: [, limit] }) => {
  const written = limit?.literal;
  const max = typeof written === 'bigint' ? exactRange(Number(written)).max : assumedSize(target).max;
  return { cost: readingCostRange(target, 2), size: { min: 0, max } };
};

const joinEstimate: Estimate = ({ target, args: [separator] }) => {
  const list = assumedSize(target);
  const item = target?.type.kind === 'list' ? (target.declaredItem() ?? unknownRange) : exactRange(0);
  const between = { min: Math.max(0, list.min - 1), max: Math.max(0, list.max - 1) };
  const items = rangeProduct(list, item);
  const size = separator === undefined ? items : rangeSum(items, rangeProduct(assumedSize(separator), between));
  return { cost: scaledRange(size, characterCost), size };
};

const address: Range = { min: 4, max: 16 };

const containsAddressEstimate: Estimate = (call) => {
  const base = scaledRange(rangeSum(address, address), characterCost);
  return { cost: parameterKind(call, 1) === 'string' ? rangeSum(base, readingCostRange(call.args[0])) : base };
};

const containsNetworkEstimate: Estimate = (call) => {
  const { cost } = containsAddressEstimate(call) ?? { cost: exactRange(0) };
  return { cost: rangeSum(cost, scaledRange(address, characterCost), exactRange(1)) };
};

function literalNumber(part: SizedPart | undefined, otherwise: number): number {
  return typeof part?.literal === 'bigint' ? Math.max(0, Number(part.literal)) : otherwise;
}

const selfComparisonEstimate: Estimate = (call) => {
  const { parameters } = call.overload;
  const [list] = parameters;
  const isText = list?.kind === 'list' && ['string', 'bytes'].includes(list.item.kind);
  const size = assumedSize(call.target);
  return allocationEstimate(rangeProduct(size, size), call.name === 'sort' && isText ? 2 + characterCost : 2);
};

function setsEstimate(factor: number): Estimate {
  return ({ args: [left, right] }) => ({
    cost: rangeSum(scaledRange(rangeProduct(assumedSize(left), assumedSize(right)), factor), exactRange(1)),
  });
}

function sameEstimateFor(estimate: Estimate, names: readonly string[]): Record<string, Estimate> {
  return Object.fromEntries(names.map((name) => [name, estimate]));
}

const estimates: Readonly<Record<string, Estimate>> = {
  ...sameEstimateFor(traversalEstimate, ['isSorted', 'sum', 'max', 'min', 'indexOf', 'lastIndexOf']),
  ...sameEstimateFor(targetReadingEstimate, ['lowerAscii', 'upperAscii', 'substring', 'trim']),
  ...sameEstimateFor(argumentReadingEstimate, [
    'cidr',
    'isIP',
    'isCIDR',
    'quantity',
    'isQuantity',
    'semver',
    'isSemver',
  ]),
  ...sameEstimateFor(comparisonEstimate, ['==', '!=', '<', '<=', '>', '>=']),
  ...sameEstimateFor(selfComparisonEstimate, ['sort', 'distinct']),
  ...sameEstimateFor(setsEstimate(1), ['sets.contains', 'sets.intersects']),
  'sets.equivalent': setsEstimate(2),
  '+': additionEstimate,
  url: ({ args: [text] }) => ({ cost: readingCostRange(text), size: assumedSize(text) }),
  ip: (call) => (call.target === undefined ? argumentReadingEstimate(call) : unitEstimate(call)),
  'ip.isCanonical': ({ args: [text] }) => ({ cost: readingCostRange(text, 2) }),
  replace: replacementEstimate,
  split: splitEstimate,
  join: joinEstimate,
  find: ({ target, args: [pattern] }) => ({
    cost: matchCostRange(target, pattern),
    size: { min: 0, max: assumedSize(target).max },
  }),
  findAll: ({ target, args: [pattern] }) => ({
    cost: matchCostRange(target, pattern),
    size: { min: 0, max: assumedSize(target).max },
  }),
  // Only the method has a rule, the function has none.
  matches: ({ target, args: [pattern] }) =>
    target === undefined ? undefined : { cost: matchCostRange(target, pattern) },
  contains: ({ target, args: [part] }) => ({ cost: rangeProduct(readingCostRange(target), readingCostRange(part)) }),
  ...sameEstimateFor(argumentReadingEstimate, ['startsWith', 'endsWith']),
  in: (call) => (parameterKind(call, 1) === 'list' ? { cost: assumedSize(call.args[1]) } : undefined),
  containsIP: containsAddressEstimate,
  containsCIDR: containsNetworkEstimate,
  validate: ({ args: [text] }) => ({ cost: scaledRange(readingCostRange(text), formatPatternLength * patternCost) }),
  bytes: (call) => {
    const size = assumedSize(call.args[0]);
    return parameterKind(call) === 'string'
      ? { cost: readingCostRange(call.args[0]), size: { ...size, max: size.max * 4 } }
      : undefined;
  },
  string: (call) => {
    const size = assumedSize(call.args[0]);
    if (parameterKind(call) !== 'bytes') return undefined;
    return { cost: readingCostRange(call.args[0]), size: { min: Math.floor(size.min / 4), max: size.max } };
  },
  slice: ({ target, args: [from, to] }) =>
    allocationEstimate(exactRange(literalNumber(to, assumedSize(target).max) - literalNumber(from, 0))),
  reverse: ({ target }) => allocationEstimate(assumedSize(target)),
  flatten: ({ target, args: [depth] }) =>
    allocationEstimate(assumedSize(target), depth === undefined ? 1 : literalNumber(depth, 2 ** 64)),
  check: () => ({ cost: exactRange(authorizationCost) }),
  'lists.range': ({ args: [count] }) => allocationEstimate(exactRange(literalNumber(count, 2 ** 64))),
};
