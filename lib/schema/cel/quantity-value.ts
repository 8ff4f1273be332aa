import { notation } from '../vocabulary/amount.ts';
import { EvaluationError, UnevaluableError } from './evaluation-error.ts';

const decimalPower: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  '': 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};
const binaryPower: Readonly<Record<string, number>> = { Ki: 10, Mi: 20, Gi: 30, Ti: 40, Pi: 50, Ei: 60 };
const int64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };

/** Kubernetes knows no smaller part of anything than a billionth. */
const smallestScale = -9;

/** So many digits an int64 holds in any case. */
const int64Digits = 18;

/** Beyond it an exponent makes a number that no one means. */
const largestExponent = 1000;

/**
 * An amount as Kubernetes reads it, exact: `unscaled × 10^scale`. Parts below a billionth are rounded up, away from zero.
 *
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 */
export class QuantityValue {
  readonly unscaled: bigint;
  readonly scale: number;
  /** Whether Kubernetes holds it as a scaled 64-bit integer, as which alone it can be had as an integer. */
  readonly isScaledInteger: boolean;

  constructor(unscaled: bigint, scale: number, isScaledInteger: boolean) {
    this.unscaled = unscaled;
    this.scale = scale;
    this.isScaledInteger = isScaledInteger;
  }

  /** Whether a text is a quantity. */
  static isQuantity(text: string): boolean {
    return notation.test(text);
  }

  /** @throws EvaluationError if `text` is no quantity. */
  static parse(text: string): QuantityValue {
    const [, sign = '', whole = '', fraction = '', suffix = ''] =
      /^([+-]?)([0-9]*)\.?([0-9]*)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]+)?$/.exec(text) ?? [];
    if (!notation.test(text)) {
      throw new EvaluationError(
        "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
      );
    }
    const digits = whole.replace(/^0+/, '') || '0';
    const unscaled = BigInt(digits + fraction) * (sign === '-' ? -1n : 1n);
    const power = binaryPower[suffix];
    return power === undefined
      ? decimal(unscaled, { digits, fraction, exponent: decimalPower[suffix] ?? exponentOf(suffix) })
      : binary(unscaled, { digits, fraction, power });
  }

  /** Below 0, 0 or above 0, as this is less than, equal to or more than `other`. */
  compare(other: QuantityValue): number {
    const [one, two] = aligned(this, other);
    return one < two ? -1 : one > two ? 1 : 0;
  }

  plus(other: QuantityValue): QuantityValue {
    if (other.unscaled === 0n && other.isScaledInteger && this.isScaledInteger) return this;
    if (this.unscaled === 0n && other.isScaledInteger && this.isScaledInteger) return other;
    const [one, two, scale] = aligned(this, other);
    const isScaledInteger = this.isScaledInteger && other.isScaledInteger && [one, two, one + two].every(isInt64);
    return new QuantityValue(one + two, scale, isScaledInteger);
  }

  negated(): QuantityValue {
    return new QuantityValue(-this.unscaled, this.scale, this.isScaledInteger);
  }

  /** The 64-bit integer; undefined where Kubernetes has none. */
  integer(): bigint | undefined {
    if (!this.isScaledInteger || this.scale < 0) return undefined;
    const value = this.unscaled * 10n ** BigInt(this.scale);
    return isInt64(value) ? value : undefined;
  }
}

function exponentOf(suffix: string): number {
  const exponent = Number(suffix.slice(1));
  if (Math.abs(exponent) > largestExponent) throw new UnevaluableError(`the exponent of ${suffix} is out of reach`);
  return exponent;
}

interface Parts {
  readonly digits: string;
  readonly fraction: string;
}

function decimal(
  unscaled: bigint,
  { digits, fraction, exponent }: Parts & { readonly exponent: number },
): QuantityValue {
  const scale = exponent - fraction.length;
  const isShort = digits.length + fraction.length <= int64Digits;
  return isShort && scale >= smallestScale ? new QuantityValue(unscaled, scale, true) : rounded(unscaled, scale);
}

function binary(unscaled: bigint, { digits, fraction, power }: Parts & { readonly power: number }): QuantityValue {
  const value = unscaled * 2n ** BigInt(power);
  const spare = 15 - digits.length - Math.trunc((power * 3) / 10) - 1;
  if (fraction === '' && spare >= 0 && isInt64(value)) return new QuantityValue(value, 0, true);
  const exact = rounded(value, -fraction.length);
  const limit = new QuantityValue(value < 0n ? -int64.max : int64.max, 0, false);
  const isBeyond = value < 0n ? exact.compare(limit) < 0 : exact.compare(limit) > 0;
  return isBeyond ? limit : exact;
}

function rounded(unscaled: bigint, scale: number): QuantityValue {
  if (scale >= smallestScale) return new QuantityValue(unscaled, scale, false);
  const divisor = 10n ** BigInt(smallestScale - scale);
  const rest = unscaled % divisor;
  const away = rest === 0n ? 0n : unscaled < 0n ? -1n : 1n;
  return new QuantityValue(unscaled / divisor + away, smallestScale, false);
}

function aligned(one: QuantityValue, other: QuantityValue): [bigint, bigint, number] {
  const scale = Math.min(one.scale, other.scale);
  const at = (value: QuantityValue) => value.unscaled * 10n ** BigInt(value.scale - scale);
  return [at(one), at(other), scale];
}

function isInt64(value: bigint): boolean {
  return value >= int64.min && value <= int64.max;
}
