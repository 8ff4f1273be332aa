import { z } from 'zod';
import { withAnnotation } from '../annotation.ts';
import { quantityNotation, quantityNumber, writtenQuantity } from '../quantity/written-quantity.ts';

/** Options of {@link quantity}. */
export interface QuantityOptions {
  /** The smallest valid amount, such as `1Gi`. @default no bound */
  readonly min?: string | number;
  /** The largest valid amount. @default no bound */
  readonly max?: string | number;
}

/**
 * The maximum length of a bounded quantity, in characters. No amount needs more, and it limits the cost that the API
 * server estimates for comparisons.
 */
const lengthLimit = 64;

type QuantityType = z.ZodUnion<readonly [z.ZodInt, z.ZodString]>;

/**
 * Returns the type of an amount in Kubernetes' notation: an integer, or a string such as `500m`, `1.5` or `10Gi`.
 *
 * @throws TypeError if a bound is not a valid quantity.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 * @example const spec = z.object({ storage: quantity({ min: '1Gi', max: '10Ti' }).default('10Gi') });
 */
export function quantity({ min, max }: QuantityOptions = {}): QuantityType {
  const error = 'must be a quantity, such as 2, 500m or 10Gi';
  const text = z.string().regex(quantityNotation, error);
  const isBounded = min !== undefined || max !== undefined;
  const type = z.union([z.int(), isBounded ? text.max(lengthLimit) : text], { error });
  return quantityWithBound(quantityWithBound(type, 'at least', min), 'at most', max);
}

function quantityWithBound(
  type: QuantityType,
  side: 'at least' | 'at most',
  bound: string | number | undefined,
): QuantityType {
  if (bound === undefined) return type;
  const limit = quantityNumber(bound);
  const message = `must be ${side} ${bound}`;
  const comparison = `quantity(string(self)).compareTo(quantity('${bound}'))`;
  const rule = `${comparison} ${side === 'at least' ? '>=' : '<='} 0`;
  return withAnnotation(type, { rules: [{ rule, message }] }, ({ value, issues }) => {
    // The type itself already reports a value that isn't a quantity.
    if (writtenQuantity(String(value)) === undefined) return;
    const excess = quantityNumber(value) - limit;
    if (side === 'at least' ? excess < 0 : excess > 0) issues.push({ code: 'custom', input: value, message });
  });
}
