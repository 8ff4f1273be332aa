import { writtenQuantity } from '../quantity/written-quantity.ts';

/**
 * Returns the number that a quantity stands for. It is exact for integers below 2^53.
 *
 * @throws TypeError if `quantity` is not a valid quantity.
 */
export function amount(quantity: string | number): number {
  const written = writtenQuantity(String(quantity));
  if (written === undefined) throw new TypeError(`'${quantity}' is no quantity: write one such as 2, 500m or 10Gi`);
  const { isNegative, whole, fraction, family, power } = written;
  const digits = `${isNegative ? '-' : ''}${whole}.${fraction}`;
  return family === 'binary' ? Number(digits) * 2 ** power : Number(`${digits}e${power}`);
}
