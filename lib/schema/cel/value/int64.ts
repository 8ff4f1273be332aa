import { EvaluationError } from '../expression-error.ts';

/** Returns true if an integer fits into a signed 64-bit integer. */
export function isInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}

/** Returns the integer. @throws EvaluationError beyond 64 bits, as in Go. */
export function int64(value: bigint): bigint {
  if (!isInt64(value)) throw new EvaluationError('integer overflow');
  return value;
}
