import { finestPower, type WrittenQuantity, writtenQuantity } from '../../quantity/written-quantity.ts';
import { EvaluationError, UnevaluableError } from '../expression-error.ts';
import { isInt64 } from './int64.ts';

/** The largest 64-bit integer, to which Kubernetes limits quantities with binary suffixes. */
const largestBinary = 2n ** 63n - 1n;

/** Number of digits that always fit into an int64. */
const int64Digits = 18;

/** Longer numbers are unrealistic. */
const mostDigits = 1000;

/** Larger exponents are unrealistic. */
const largestExponent = 1000;

/**
 * An exact quantity, as Kubernetes parses it: `unscaled × 10^scale`. Parts below a billionth are rounded up, away from
 * zero.
 *
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 */
export class QuantityValue {
  readonly unscaled: bigint;
  readonly scale: number;
  /** True if Kubernetes stores it as a scaled 64-bit integer; only then it can be converted to an integer. */
  readonly isScaledInteger: boolean;

  constructor(unscaled: bigint, scale: number, isScaledInteger: boolean) {
    this.unscaled = unscaled;
    this.scale = scale;
    this.isScaledInteger = isScaledInteger;
  }

  /** Returns true if a text is a quantity. */
  static isQuantity(text: string): boolean {
    return quantityParts(text) !== undefined;
  }

  /**
   * Parses a quantity.
   *
   * @throws EvaluationError if the text is not a quantity; UnevaluableError for exponents beyond ±1000.
   */
  static parse(text: string): QuantityValue {
    const written = quantityParts(text);
    if (written === undefined) {
      throw new EvaluationError(
        "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
      );
    }
    const { isNegative, whole, fraction, family, power } = written;
    if (Math.abs(power) > largestExponent)
      throw new UnevaluableError(`an exponent of ${power} is evaluated by the API server only`);
    const digits = whole.replace(/^0+/, '') || '0';
    if (digits.length + fraction.length > mostDigits)
      throw new UnevaluableError('a quantity with so many digits is evaluated by the API server only');
    const unscaled = BigInt(digits + fraction) * (isNegative ? -1n : 1n);
    return (family === 'binary' ? binaryQuantity : decimalQuantity)(unscaled, { digits, fraction, power });
  }

  /** Returns a number below 0, 0 or above 0 if this is less than, equal to or more than `other`. */
  compare(other: QuantityValue): number {
    const [one, two] = alignedQuantities(this, other);
    return one < two ? -1 : one > two ? 1 : 0;
  }

  plus(other: QuantityValue): QuantityValue {
    if (other.unscaled === 0n && other.isScaledInteger && this.isScaledInteger) return this;
    if (this.unscaled === 0n && other.isScaledInteger && this.isScaledInteger) return other;
    const [one, two, scale] = alignedQuantities(this, other);
    const isScaledInteger = this.isScaledInteger && other.isScaledInteger && [one, two, one + two].every(isInt64);
    return new QuantityValue(one + two, scale, isScaledInteger);
  }

  negated(): QuantityValue {
    return new QuantityValue(-this.unscaled, this.scale, this.isScaledInteger);
  }

  /** The 64-bit integer; undefined if Kubernetes has none. */
  integer(): bigint | undefined {
    if (!this.isScaledInteger || this.scale < 0) return undefined;
    const value = this.unscaled * 10n ** BigInt(this.scale);
    return isInt64(value) ? value : undefined;
  }
}

/** Returns the parts of a quantity as rules read it: without digits, such as `Gi` or `.`, it is zero. */
function quantityParts(text: string): WrittenQuantity | undefined {
  const written = writtenQuantity(text);
  if (written !== undefined || text === '') return written;
  const zero = writtenQuantity(text.replace(/^[+-]?/, '$&0'));
  return zero !== undefined && zero.power >= finestPower ? zero : undefined;
}

interface Parts {
  readonly digits: string;
  readonly fraction: string;
  readonly power: number;
}

function decimalQuantity(unscaled: bigint, { digits, fraction, power }: Parts): QuantityValue {
  const scale = power - fraction.length;
  const isShort = digits.length + fraction.length <= int64Digits;
  return isShort && scale >= finestPower ? new QuantityValue(unscaled, scale, true) : roundedQuantity(unscaled, scale);
}

function binaryQuantity(unscaled: bigint, { digits, fraction, power }: Parts): QuantityValue {
  const value = unscaled * 2n ** BigInt(power);
  const spare = 15 - digits.length - Math.trunc((power * 3) / 10) - 1;
  if (fraction === '' && spare >= 0 && isInt64(value)) return new QuantityValue(value, 0, true);
  const exact = roundedQuantity(value, -fraction.length);
  const limit = new QuantityValue(value < 0n ? -largestBinary : largestBinary, 0, false);
  const isBeyond = value < 0n ? exact.compare(limit) < 0 : exact.compare(limit) > 0;
  return isBeyond ? limit : exact;
}

function roundedQuantity(unscaled: bigint, scale: number): QuantityValue {
  if (scale >= finestPower) return new QuantityValue(unscaled, scale, false);
  const divisor = 10n ** BigInt(finestPower - scale);
  const rest = unscaled % divisor;
  const away = rest === 0n ? 0n : unscaled < 0n ? -1n : 1n;
  return new QuantityValue(unscaled / divisor + away, finestPower, false);
}

function alignedQuantities(one: QuantityValue, other: QuantityValue): [bigint, bigint, number] {
  const scale = Math.min(one.scale, other.scale);
  const at = (value: QuantityValue) => value.unscaled * 10n ** BigInt(value.scale - scale);
  return [at(one), at(other), scale];
}
