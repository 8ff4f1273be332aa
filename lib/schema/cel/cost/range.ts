/** The bounds of a size or a cost. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** The largest number of cel-go: larger ones are reduced to it. */
const most = 2 ** 64;

/** A range with unknown bounds. */
export const unknown: Range = { min: 0, max: most };

/** Returns a range of one number. A negative one wraps around at 64 bits, as in cel-go. */
export function exactly(value: number): Range {
  const counted = value < 0 ? most + value : value;
  return { min: counted, max: counted };
}

/** Returns the sum of ranges. */
export function sum(...ranges: readonly Range[]): Range {
  return ranges.reduce(
    (one, other) => ({ min: kept(one.min + other.min), max: kept(one.max + other.max) }),
    exactly(0),
  );
}

/** Multiplies the bounds. */
export function product(one: Range, other: Range): Range {
  return { min: kept(one.min * other.min), max: kept(one.max * other.max) };
}

/** Multiplies the bounds by a factor and rounds up. */
export function scaled({ min, max }: Range, factor: number): Range {
  return { min: kept(Math.ceil(min * factor)), max: kept(Math.ceil(max * factor)) };
}

/** Returns the smallest range that contains both. */
export function union(one: Range, other: Range): Range {
  return { min: Math.min(one.min, other.min), max: Math.max(one.max, other.max) };
}

function kept(value: number): number {
  return Math.min(value, most);
}
