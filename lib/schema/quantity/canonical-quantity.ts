import { binaryPowers, decimalPowers, finestPower, hasFewQuantityDigits, writtenQuantity } from './written-quantity.ts';

const decimalSuffixes = new Map([...decimalPowers].map(([suffix, power]) => [power, suffix]));
const binarySuffixes = new Map([...binaryPowers].map(([suffix, power]) => [power, suffix]));

/** The largest value of the binary family; the API server caps larger ones. */
const largest = 2n ** 63n - 1n;

/**
 * Returns the text under which the API server stores a quantity: `0.5` → `500m`, `1024Mi` → `1Gi`, `1e3` → `1e3`.
 *
 * It keeps the family and the value, and uses the largest suffix with an integer before it. Fractions of a billionth are
 * rounded away from zero. The API server keeps some texts as they are, such as `1.500` and `05Ki`, and rounds requests,
 * limits and quotas further, to thousandths; this function does neither.
 *
 * @returns undefined if the text isn't a quantity, is one that the API server caps, or has more than 1000 digits.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 * @example
 * canonicalQuantity('1024Mi'); // '1Gi'
 * canonicalQuantity('much'); // undefined
 */
export function canonicalQuantity(text: string): string | undefined {
  const written = writtenQuantity(text);
  if (written === undefined || !hasFewQuantityDigits(written)) return undefined;
  const { isNegative, whole, fraction, family, power } = written;
  const digits = BigInt(whole + fraction);
  if (digits === 0n) return '0';
  const minus = isNegative ? '-' : '';
  if (family !== 'binary') {
    return signedQuantity(
      minus,
      decimalQuantityText(digits, power - fraction.length, family === 'decimal' ? decimalSuffix : exponentSuffix),
    );
  }
  const scaled = digits * 2n ** BigInt(power);
  const unit = 10n ** BigInt(fraction.length);
  if (scaled > largest * unit) return undefined;
  // Without a suffix, the server reads its own text as a decimal one.
  const amount =
    scaled % (1024n * unit) === 0n
      ? binaryQuantityText(scaled / unit)
      : decimalQuantityText(scaled, -fraction.length, decimalSuffix);
  return signedQuantity(minus, amount);
}

function signedQuantity(minus: string, amount: string | undefined): string | undefined {
  return amount === undefined ? undefined : minus + amount;
}

function binaryQuantityText(value: bigint): string {
  let power = 0;
  while (value % 1024n === 0n) {
    value /= 1024n;
    power += 10;
  }
  return `${value}${binarySuffixes.get(power) ?? ''}`;
}

function decimalQuantityText(
  value: bigint,
  power: number,
  suffixOf: (power: number) => string | undefined,
): string | undefined {
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

function decimalSuffix(power: number): string | undefined {
  return decimalSuffixes.get(power);
}

function exponentSuffix(power: number): string {
  return power === 0 ? '' : `e${power}`;
}
