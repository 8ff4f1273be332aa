/** The bounds of a size or a cost. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** The largest number of cel-go: larger ones are reduced to it. */
const most = 2 ** 64;

/** A range with unknown bounds. */
export const unknownRange: Range = { min: 0, max: most };

/** Returns a range of one number. A negative one wraps around at 64 bits, as in cel-go. */
export function exactRange(value: number): Range {
  const counted = value < 0 ? most + value : value;
  return { min: counted, max: counted };
}

/** Returns the sum of ranges. */
export function rangeSum(...ranges: readonly Range[]): Range {
  return ranges.reduce(
    (one, other) => ({ min: cappedBound(one.min + other.min), max: cappedBound(one.max + other.max) }),
    exactRange(0),
  );
}

/** Multiplies the bounds. */
export function rangeProduct(one: Range, other: Range): Range {
  return { min: cappedBound(one.min * other.min), max: cappedBound(one.max * other.max) };
}

/** Multiplies the bounds by a factor and rounds up. */
export function scaledRange({ min, max }: Range, factor: number): Range {
  return { min: cappedBound(Math.ceil(min * factor)), max: cappedBound(Math.ceil(max * factor)) };
}

/** Returns the smallest range that contains both. */
export function rangeUnion(one: Range, other: Range): Range {
  return { min: Math.min(one.min, other.min), max: Math.max(one.max, other.max) };
}

function cappedBound(value: number): number {
  return Math.min(value, most);
}
