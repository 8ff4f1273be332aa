import { EvaluationError, UnevaluableError } from './evaluation-error.ts';
import type { Value } from './value.ts';

/** Something that is true or false when it is asked. @throws EvaluationError, UnevaluableError or BudgetError where it is neither. */
export type Truth = () => boolean;

/**
 * Whether any of the truths holds: one that does is enough, whatever is wrong with the others.
 *
 * @throws BudgetError at once; UnevaluableError, else EvaluationError, of a truth that would have been needed.
 */
export function disjunction(truths: Iterable<Truth>): boolean {
  return decided(true, truths);
}

/** Whether all truths hold: one that doesn't is enough. @throws as {@link disjunction} does. */
export function allTrue(truths: Iterable<Truth>): boolean {
  return decided(false, truths);
}

function decided(decisive: boolean, truths: Iterable<Truth>): boolean {
  let failure: EvaluationError | UnevaluableError | undefined;
  for (const truthOf of truths) {
    try {
      if (truthOf() === decisive) return decisive;
    } catch (error) {
      if (!(error instanceof EvaluationError || error instanceof UnevaluableError)) throw error;
      const isGraver = error instanceof UnevaluableError && !(failure instanceof UnevaluableError);
      failure = isGraver ? error : (failure ?? error);
    }
  }
  if (failure !== undefined) throw failure;
  return !decisive;
}

/** A value that is true or false. @throws EvaluationError for others. */
export function truth(value: Value): boolean {
  if (typeof value !== 'boolean') throw new EvaluationError('no such overload');
  return value;
}
