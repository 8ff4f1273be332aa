import { binaryPowers, decimalPowers, finestPower, hasFewDigits, writtenQuantity } from './written-quantity.ts';

const decimalSuffixes = new Map([...decimalPowers].map(([suffix, power]) => [power, suffix]));
const binarySuffixes = new Map([...binaryPowers].map(([suffix, power]) => [power, suffix]));

/** The largest value of the binary family; the API server caps larger ones. */
const largest = 2n ** 63n - 1n;

/**
 * Returns the text under which the API server stores a quantity: `0.5` → `500m`, `1024Mi` → `1Gi`, `1e3` → `1e3`.
 *
 * It keeps the family and the value, and uses the largest suffix with an integer before it. Fractions of a billionth are
 * rounded away from zero. The API server rounds requests, limits and quotas further, to thousandths; this function
 * doesn't.
 *
 * @returns undefined if the text isn't a quantity, is one that the API server caps, or has more than 1000 digits.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 * @example
 * canonicalQuantity('1024Mi'); // '1Gi'
 * canonicalQuantity('much'); // undefined
 */
export function canonicalQuantity(text: string): string | undefined {
  const written = writtenQuantity(text);
  if (written === undefined || !hasFewDigits(written)) return undefined;
  const { isNegative, whole, fraction, family, power } = written;
  const digits = BigInt(whole + fraction);
  if (digits === 0n) return '0';
  const minus = isNegative ? '-' : '';
  if (family !== 'binary') {
    return signed(minus, decimal(digits, power - fraction.length, family === 'decimal' ? si : exponential));
  }
  const scaled = digits * 2n ** BigInt(power);
  const unit = 10n ** BigInt(fraction.length);
  if (scaled > largest * unit) return undefined;
  const amount = scaled % unit === 0n ? binary(scaled / unit) : undefined;
  return signed(minus, amount ?? decimal(scaled, -fraction.length, si));
}

function signed(minus: string, amount: string | undefined): string | undefined {
  return amount === undefined ? undefined : minus + amount;
}

/** Returns undefined if no binary suffix fits. */
function binary(value: bigint): string | undefined {
  let power = 0;
  while (value % 1024n === 0n) {
    value /= 1024n;
    power += 10;
  }
  const suffix = binarySuffixes.get(power);
  return suffix === undefined ? undefined : `${value}${suffix}`;
}

function decimal(value: bigint, power: number, suffixOf: (power: number) => string | undefined): string | undefined {
  if (power < finestPower) {
    const lost = 10n ** BigInt(Math.min(finestPower - power, value.toString().length));
    value = (value + lost - 1n) / lost;
    power = finestPower;
  }
  while (value % 10n === 0n) {
    value /= 10n;
    power += 1;
  }
  while (power % 3 !== 0) {
    value *= 10n;
    power -= 1;
  }
  const suffix = suffixOf(power);
  return suffix === undefined ? undefined : `${value}${suffix}`;
}

function si(power: number): string | undefined {
  return decimalSuffixes.get(power);
}

function exponential(power: number): string {
  return power === 0 ? '' : `e${power}`;
}
