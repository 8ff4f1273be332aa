import { EvaluationError } from './evaluation-error.ts';
import { type Key, UnreadableValue, type Value } from './value.ts';

/**
 * Returns a value as the key of a map.
 *
 * @throws EvaluationError for a value that can't be a key, or the error of a value that can't be read.
 */
export function mapKey(value: Value): Key {
  if (typeof value === 'string' || typeof value === 'bigint' || typeof value === 'boolean') return value;
  if (value instanceof UnreadableValue) throw value.error;
  throw new EvaluationError('unsupported key type');
}
