import { EvaluationError } from './evaluation-error.ts';

/** Whether an integer fits into 64 bits with a sign. */
export function isInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}

/** An integer as CEL has it. @throws EvaluationError beyond 64 bits, as in Go. */
export function int64(value: bigint): bigint {
  if (!isInt64(value)) throw new EvaluationError('integer overflow');
  return value;
}
