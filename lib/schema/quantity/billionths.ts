import { finestPower, isWithinReach, writtenQuantity } from './written-quantity.ts';

/**
 * Converts a quantity to a number of billionths, for comparison. Smaller fractions are rounded away from zero.
 *
 * @returns undefined if the text isn't a quantity, has more than 1000 digits, or has an exponent beyond ±1000.
 */
export function quantityBillionths(text: string): bigint | undefined {
  const written = writtenQuantity(text);
  if (written === undefined || !isWithinReach(written)) return undefined;
  const { isNegative, whole, fraction, family, power } = written;
  const [two, ten] = family === 'binary' ? [power, 0] : [0, power];
  const scale = ten - finestPower - fraction.length;
  const scaled = BigInt(whole + fraction) * 2n ** BigInt(two) * 10n ** BigInt(Math.max(scale, 0));
  const unit = 10n ** BigInt(Math.max(-scale, 0));
  const value = (scaled + unit - 1n) / unit;
  return isNegative ? -value : value;
}
