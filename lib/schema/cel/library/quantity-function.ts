import { EvaluationError } from '../expression-error.ts';
import type { Library } from '../overload.ts';
import { QuantityValue } from '../value/quantity-value.ts';

/** Exact quantities. @see https://kubernetes.io/docs/reference/using-api/cel/#kubernetes-quantity-library */
export const quantities: Library = {
  'quantity(string): quantity': QuantityValue.parse,
  'isQuantity(string): bool': QuantityValue.isQuantity,
  // Kubernetes declares it as a function, although its documentation shows a method.
  'sign(quantity): int': ({ unscaled }: QuantityValue) => (unscaled > 0n ? 1n : unscaled < 0n ? -1n : 0n),
  'quantity.isInteger(): bool': (value: QuantityValue) => value.integer() !== undefined,
  'quantity.asInteger(): int': (value: QuantityValue) => {
    const integer = value.integer();
    if (integer === undefined) throw new EvaluationError('cannot convert value to integer');
    return integer;
  },
  'quantity.add(quantity): quantity': (one: QuantityValue, other: QuantityValue) => one.plus(other),
  'quantity.add(int): quantity': (one: QuantityValue, other: bigint) => one.plus(new QuantityValue(other, 0, true)),
  'quantity.sub(quantity): quantity': (one: QuantityValue, other: QuantityValue) => one.plus(other.negated()),
  'quantity.sub(int): quantity': (one: QuantityValue, other: bigint) => one.plus(new QuantityValue(-other, 0, true)),
  'quantity.isGreaterThan(quantity): bool': (one: QuantityValue, other: QuantityValue) => one.compare(other) > 0,
  'quantity.isLessThan(quantity): bool': (one: QuantityValue, other: QuantityValue) => one.compare(other) < 0,
  'quantity.compareTo(quantity): int': (one: QuantityValue, other: QuantityValue) => BigInt(one.compare(other)),
};
