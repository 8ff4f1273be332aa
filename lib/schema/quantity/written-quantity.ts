/**
 * A quantity as somebody has written it: digits, then the power that they are multiplied with.
 *
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 */
export interface WrittenQuantity {
  readonly isNegative: boolean;
  /** The digits before the point; none in `.5`. */
  readonly whole: string;
  /** The digits behind the point; none in `5` and `5.`. */
  readonly fraction: string;
  /** What its suffix is: `Ki` and so on, a letter or nothing, or an exponent such as `e3`. */
  readonly family: 'binary' | 'decimal' | 'exponential';
  /** An integer: of two in the binary family, of ten in the others. */
  readonly power: number;
}

/** Kubernetes knows no smaller part of anything than a billionth: ten to this power. */
export const finestPower = -9;

/**
 * The notation of quantities, for schemas: Go's engine reads it in linear time. JavaScript's would take quadratic time, so that
 * {@link writtenQuantity} has another one.
 */
export const quantityNotation = /^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]+)?$/;

/** Decimal suffix → power of ten. */
export const decimalPowers: ReadonlyMap<string, number> = new Map([
  ['n', -9],
  ['u', -6],
  ['m', -3],
  ['', 0],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
  ['P', 15],
  ['E', 18],
]);

/** Binary suffix → power of two. */
export const binaryPowers: ReadonlyMap<string, number> = new Map([
  ['Ki', 10],
  ['Mi', 20],
  ['Gi', 30],
  ['Ti', 40],
  ['Pi', 50],
  ['Ei', 60],
]);

/** {@link quantityNotation} in parts, and without two ways to read the same digits, which take quadratic time in JavaScript. */
const parts = /^([+-]?)(?:([0-9]+)(?:\.([0-9]*))?|\.([0-9]+))([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]+)?$/;

/** The quantity that a text is; undefined if it is none. */
export function writtenQuantity(text: string): WrittenQuantity | undefined {
  const found = parts.exec(text);
  if (found === null) return undefined;
  const [, sign, whole = '', decimals, bareDecimals = '', suffix = ''] = found;
  const fraction = decimals ?? bareDecimals;
  const digits = { isNegative: sign === '-', whole, fraction };
  const binary = binaryPowers.get(suffix);
  if (binary !== undefined) return { ...digits, family: 'binary', power: binary };
  const decimal = decimalPowers.get(suffix);
  if (decimal !== undefined) return { ...digits, family: 'decimal', power: decimal };
  return { ...digits, family: 'exponential', power: Number(suffix.slice(1)) };
}

/** Far more digits than any real amount has, and a larger exponent: the cost of computing grows with their square. */
const reach = 1000;

/** Whether the digits of an amount are few enough to be computed with. */
export function hasFewDigits({ whole, fraction }: WrittenQuantity): boolean {
  return whole.length + fraction.length <= reach;
}

/** Whether an amount can be written out in digits. */
export function isWithinReach(quantity: WrittenQuantity): boolean {
  return hasFewDigits(quantity) && Math.abs(quantity.power) <= reach;
}
