import { writtenQuantity } from '../quantity/written-quantity.ts';

/**
 * The number that a quantity stands for, exact as long as that is an integer below 2^53.
 *
 * @throws TypeError if it is no quantity.
 */
export function amount(quantity: string | number): number {
  const written = writtenQuantity(String(quantity));
  if (written === undefined) throw new TypeError(`'${quantity}' is no quantity: write one such as 2, 500m or 10Gi`);
  const { isNegative, whole, fraction, family, power } = written;
  const digits = `${isNegative ? '-' : ''}${whole}.${fraction}`;
  return family === 'binary' ? Number(digits) * 2 ** power : Number(`${digits}e${power}`);
}
