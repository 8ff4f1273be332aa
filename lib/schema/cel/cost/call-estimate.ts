// In: a call, with the sizes of its target and arguments. Out: its estimated cost, and the size of its result. The
// functions' rules are those of k8s.io/apiserver, pkg/cel/library/cost.go, and github.com/google/cel-go,
// checker/cost.go, ext/lists.go and ext/sets.go. Any change there changes which rules API servers accept.

import type { CelType } from '../cel-type.ts';
import type { CheckedCall } from './checked-expression.ts';
import { exactly, product, type Range, scaled, sum, union, unknown } from './range.ts';
import { characterCost, formatPatternLength, listCost, patternCost } from './unit-cost.ts';

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
  if (name === '||' || name === '&&') return { cost: { min: argCosts[0]?.min ?? 0, max: sum(...argCosts).max } };
  if (name === '?:') {
    const [condition = exactly(0), then = exactly(0), otherwise = exactly(0)] = argCosts;
    const size = union(assumedSize(args[1]), assumedSize(args[2]));
    return { cost: sum(condition, union(then, otherwise)), size };
  }
  const { cost, size } = estimates[name]?.(call) ?? { cost: exactly(1) };
  return { cost: sum(cost, ...argCosts), ...(size !== undefined && { size }) };
}

type Estimate = (call: SizedCall) => CallEstimate | undefined;

/** Returns the size that Kubernetes' functions assume. */
function assumedSize(part: SizedPart | undefined): Range {
  return part?.size ?? part?.declared() ?? unknown;
}

function readingEstimate(part: SizedPart | undefined, times = 1): Range {
  return scaled(assumedSize(part), times * characterCost);
}

function kindOf({ overload }: SizedCall, index = 0): CelType['kind'] | undefined {
  return overload.parameters[index]?.kind;
}

const one: Estimate = () => ({ cost: exactly(1) });
const ofTarget: Estimate = ({ target }) => ({ cost: readingEstimate(target), size: assumedSize(target) });
const ofArgument: Estimate = ({ args: [text] }) => ({ cost: readingEstimate(text) });

/** Reads the items of a list, without their own sizes. */
const traversal: Estimate = ({ target }) => {
  const { type } = target ?? {};
  if (type?.kind !== 'list') return { cost: readingEstimate(target) };
  const isText = type.item.kind === 'string' || type.item.kind === 'bytes';
  const item = isText ? sum(exactly(1), scaled(target?.declaredItem() ?? unknown, characterCost)) : exactly(1);
  return { cost: product(assumedSize(target), item) };
};

function match(text: SizedPart | undefined, pattern: SizedPart | undefined): Range {
  return product(scaled(sum(assumedSize(text), exactly(1)), characterCost), scaled(assumedSize(pattern), patternCost));
}

function allocated(size: Range, factor = 1): CallEstimate {
  return { cost: sum(scaled(size, factor), exactly(1 + listCost)), size };
}

const comparison: Estimate = (call) => {
  const [left, right] = call.args;
  if (call.name !== '==' && call.name !== '!=' && !['string', 'bytes'].includes(kindOf(call) ?? '')) return undefined;
  if (call.name === '==' && left !== undefined && left.type.kind === right?.type.kind) {
    if (['ip', 'cidr', 'quantity', 'semver'].includes(left.type.kind)) return one(call);
    if (left.type.kind === 'url') return { cost: scaled({ min: 1, max: right.size?.max ?? 1 }, characterCost) };
    if (left.type.kind === 'format') return { cost: exactly(7) };
  }
  const max = Math.min((left?.size ?? unknown).max, (right?.size ?? unknown).max);
  return { cost: scaled({ min: max > 0 ? 1 : 0, max }, characterCost) };
};

const addition: Estimate = (call) => {
  const kind = kindOf(call);
  const [left, right] = call.args;
  const size = sum(left?.size ?? unknown, right?.size ?? unknown);
  if (kind === 'list') return { cost: exactly(1), size };
  return kind === 'string' || kind === 'bytes' ? { cost: scaled(size, characterCost), size } : undefined;
};

const replacement: Estimate = ({ target, args: [part, by] }) => {
  const [size, searched, written] = [assumedSize(target), assumedSize(part), assumedSize(by)];
  const most =
    searched.min === 0
      ? { count: size.max + 1, kept: size.max }
      : written.max <= searched.min
        ? { count: 0, kept: size.max }
        : { count: Math.ceil(size.max / searched.min), kept: 0 };
  const least =
    searched.max === 0
      ? { count: size.min + 1, kept: size.min }
      : searched.max <= written.min
        ? { count: 0, kept: size.min }
        : { count: Math.ceil(size.min / searched.max), kept: 0 };
  const count = { min: least.count, max: most.count };
  const result = sum(product(count, written), { min: least.kept, max: most.kept });
  return { cost: readingEstimate(target, 2), size: result };
};

const separation: Estimate = ({ target, args: [, limit] }) => {
  const written = limit?.literal;
  const max = typeof written === 'bigint' ? exactly(Number(written)).max : assumedSize(target).max;
  return { cost: readingEstimate(target, 2), size: { min: 0, max } };
};

const joining: Estimate = ({ target, args: [separator] }) => {
  const list = assumedSize(target);
  const item = target?.type.kind === 'list' ? (target.declaredItem() ?? unknown) : exactly(0);
  const between = { min: Math.max(0, list.min - 1), max: Math.max(0, list.max - 1) };
  const items = product(list, item);
  const size = separator === undefined ? items : sum(items, product(assumedSize(separator), between));
  return { cost: scaled(size, characterCost), size };
};

const address: Range = { min: 4, max: 16 };

const addressIn: Estimate = (call) => {
  const base = scaled(sum(address, address), characterCost);
  return { cost: kindOf(call, 1) === 'string' ? sum(base, readingEstimate(call.args[0])) : base };
};

const networkIn: Estimate = (call) => {
  const { cost } = addressIn(call) ?? { cost: exactly(0) };
  return { cost: sum(cost, scaled(address, characterCost), exactly(1)) };
};

function integer(part: SizedPart | undefined, otherwise: number): number {
  return typeof part?.literal === 'bigint' ? Math.max(0, Number(part.literal)) : otherwise;
}

const selfComparison: Estimate = (call) => {
  const { parameters } = call.overload;
  const [list] = parameters;
  const isText = list?.kind === 'list' && ['string', 'bytes'].includes(list.item.kind);
  const size = assumedSize(call.target);
  return allocated(product(size, size), call.name === 'sort' && isText ? 2 + characterCost : 2);
};

function sets(factor: number): Estimate {
  return ({ args: [left, right] }) => ({
    cost: sum(scaled(product(assumedSize(left), assumedSize(right)), factor), exactly(1)),
  });
}

function same(estimate: Estimate, names: readonly string[]): Record<string, Estimate> {
  return Object.fromEntries(names.map((name) => [name, estimate]));
}

const estimates: Readonly<Record<string, Estimate>> = {
  ...same(traversal, ['isSorted', 'sum', 'max', 'min', 'indexOf', 'lastIndexOf']),
  ...same(ofTarget, ['lowerAscii', 'upperAscii', 'substring', 'trim']),
  ...same(ofArgument, ['cidr', 'isIP', 'isCIDR', 'quantity', 'isQuantity', 'semver', 'isSemver']),
  ...same(comparison, ['==', '!=', '<', '<=', '>', '>=']),
  ...same(selfComparison, ['sort', 'distinct']),
  ...same(sets(1), ['sets.contains', 'sets.intersects']),
  'sets.equivalent': sets(2),
  '+': addition,
  url: ({ args: [text] }) => ({ cost: readingEstimate(text), size: assumedSize(text) }),
  ip: (call) => (call.target === undefined ? ofArgument(call) : one(call)),
  'ip.isCanonical': ({ args: [text] }) => ({ cost: readingEstimate(text, 2) }),
  replace: replacement,
  split: separation,
  join: joining,
  find: ({ target, args: [pattern] }) => ({
    cost: match(target, pattern),
    size: { min: 0, max: assumedSize(target).max },
  }),
  findAll: ({ target, args: [pattern] }) => ({
    cost: match(target, pattern),
    size: { min: 0, max: assumedSize(target).max },
  }),
  // Only the method has a rule, the function has none.
  matches: ({ target, args: [pattern] }) => (target === undefined ? undefined : { cost: match(target, pattern) }),
  contains: ({ target, args: [part] }) => ({ cost: product(readingEstimate(target), readingEstimate(part)) }),
  ...same(ofArgument, ['startsWith', 'endsWith']),
  in: (call) => (kindOf(call, 1) === 'list' ? { cost: assumedSize(call.args[1]) } : undefined),
  containsIP: addressIn,
  containsCIDR: networkIn,
  validate: ({ args: [text] }) => ({ cost: scaled(readingEstimate(text), formatPatternLength * patternCost) }),
  bytes: (call) => {
    const size = assumedSize(call.args[0]);
    return kindOf(call) === 'string'
      ? { cost: readingEstimate(call.args[0]), size: { ...size, max: size.max * 4 } }
      : undefined;
  },
  string: (call) => {
    const size = assumedSize(call.args[0]);
    if (kindOf(call) !== 'bytes') return undefined;
    return { cost: readingEstimate(call.args[0]), size: { min: Math.floor(size.min / 4), max: size.max } };
  },
  slice: ({ target, args: [from, to] }) => allocated(exactly(integer(to, assumedSize(target).max) - integer(from, 0))),
  reverse: ({ target }) => allocated(assumedSize(target)),
  flatten: ({ target, args: [depth] }) =>
    allocated(assumedSize(target), depth === undefined ? 1 : integer(depth, 2 ** 64)),
  'lists.range': ({ args: [count] }) => allocated(exactly(integer(count, 2 ** 64))),
};
