/** A size or a cost of which only the limits are known. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** The largest number that cel-go counts with: what is more stays there. */
const most = 2 ** 64;

/** A range of unknown limits. */
export const unknown: Range = { min: 0, max: most };

/** A range of one number. A negative one goes round at 64 bits, as in cel-go. */
export function exactly(value: number): Range {
  const counted = value < 0 ? most + value : value;
  return { min: counted, max: counted };
}

/** The sum of ranges. */
export function sum(...ranges: readonly Range[]): Range {
  return ranges.reduce(
    (one, other) => ({ min: kept(one.min + other.min), max: kept(one.max + other.max) }),
    exactly(0),
  );
}

/** Limit by limit. */
export function product(one: Range, other: Range): Range {
  return { min: kept(one.min * other.min), max: kept(one.max * other.max) };
}

/** Rounded up. */
export function scaled({ min, max }: Range, factor: number): Range {
  return { min: kept(Math.ceil(min * factor)), max: kept(Math.ceil(max * factor)) };
}

/** The range that has all of both in it. */
export function union(one: Range, other: Range): Range {
  return { min: Math.min(one.min, other.min), max: Math.max(one.max, other.max) };
}

function kept(value: number): number {
  return Math.min(value, most);
}
