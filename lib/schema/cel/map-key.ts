import { EvaluationError } from './evaluation-error.ts';
import type { Key, Value } from './value.ts';

/** A value as the key of a map. @throws EvaluationError for values that can't be one. */
export function mapKey(value: Value): Key {
  if (typeof value === 'string' || typeof value === 'bigint' || typeof value === 'boolean') return value;
  throw new EvaluationError('unsupported key type');
}
