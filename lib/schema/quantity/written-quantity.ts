/**
 * The parts of a quantity's text: its digits, and the power by which they are multiplied.
 *
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 */
export interface WrittenQuantity {
  readonly isNegative: boolean;
  /** The digits before the point; empty in `.5`. */
  readonly whole: string;
  /** The digits after the point; empty in `5` and `5.`. */
  readonly fraction: string;
  /** The kind of suffix: binary such as `Ki`, decimal (a letter or none), or an exponent such as `e3`. */
  readonly family: 'binary' | 'decimal' | 'exponential';
  /** The integer exponent: of two in the binary family, of ten in the others. */
  readonly power: number;
}

/** The exponent of the smallest fraction that Kubernetes stores, a billionth. */
export const finestPower = -9;

/**
 * The notation of quantities, for schemas: Go's engine matches it in linear time. JavaScript's engine takes quadratic
 * time, so {@link writtenQuantity} uses another expression.
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

/**
 * The parts of {@link quantityNotation}. It reads digits in only one way, since ambiguity takes quadratic time in
 * JavaScript.
 */
const parts = /^([+-]?)(?:([0-9]+)(?:\.([0-9]*))?|\.([0-9]+))([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]+)?$/;

/** Parses a text as a quantity; undefined if it isn't one. */
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

/** The limit of digits and of the exponent, far beyond real amounts: the cost of computing grows with their square. */
const reach = 1000;

/** Returns true if a quantity has few enough digits to compute with. */
export function hasFewQuantityDigits({ whole, fraction }: WrittenQuantity): boolean {
  return whole.length + fraction.length <= reach;
}

/** Returns true if a quantity can be written out in digits. */
function isQuantityWritable(quantity: WrittenQuantity): boolean {
  return hasFewQuantityDigits(quantity) && Math.abs(quantity.power) <= reach;
}

/**
 * Converts a quantity to a number of billionths, for comparison. Smaller fractions are rounded away from zero.
 *
 * @returns undefined if the text isn't a quantity, has more than 1000 digits, or has an exponent beyond ±1000.
 */
export function quantityBillionths(text: string): bigint | undefined {
  const written = writtenQuantity(text);
  if (written === undefined || !isQuantityWritable(written)) return undefined;
  const { isNegative, whole, fraction, family, power } = written;
  const [two, ten] = family === 'binary' ? [power, 0] : [0, power];
  const scale = ten - finestPower - fraction.length;
  const scaled = BigInt(whole + fraction) * 2n ** BigInt(two) * 10n ** BigInt(Math.max(scale, 0));
  const unit = 10n ** BigInt(Math.max(-scale, 0));
  const value = (scaled + unit - 1n) / unit;
  return isNegative ? -value : value;
}

/**
 * Returns the number that a quantity stands for. It is exact for integers below 2^53.
 *
 * @throws TypeError if `quantity` is not a valid quantity.
 */
export function quantityNumber(quantity: string | number): number {
  const written = writtenQuantity(String(quantity));
  if (written === undefined) throw new TypeError(`'${quantity}' is not a quantity: write one such as 2, 500m or 10Gi`);
  const { isNegative, whole, fraction, family, power } = written;
  const digits = `${isNegative ? '-' : ''}${whole}.${fraction}`;
  return family === 'binary' ? Number(digits) * 2 ** power : Number(`${digits}e${power}`);
}
