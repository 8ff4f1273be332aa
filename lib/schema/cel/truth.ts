import { EvaluationError, UnevaluableError } from './evaluation-error.ts';
import type { Value } from './value.ts';

/**
 * The disjunction (`decisive` true) or conjunction of truths, whatever is wrong with those that aren't needed.
 *
 * @throws UnevaluableError, else EvaluationError, of a truth that would have been needed.
 */
export function decided(decisive: boolean, truths: Iterable<() => boolean>): boolean {
  const errors: unknown[] = [];
  for (const truthOf of truths) {
    try {
      if (truthOf() === decisive) return decisive;
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors.find((error) => error instanceof UnevaluableError) ?? errors[0];
  return !decisive;
}

/** A value that is true or false. @throws EvaluationError for others. */
export function truth(value: Value): boolean {
  if (typeof value !== 'boolean') throw new EvaluationError('no such overload');
  return value;
}
