import { EvaluationError, UnevaluableError } from './expression-error.ts';
import type { CelValue } from './value/cel-value.ts';

/**
 * A condition that is evaluated when it is called.
 *
 * @throws EvaluationError, UnevaluableError or BudgetError if it has no result.
 */
export type Truth = () => boolean;

/**
 * Combines conditions by an operator: one true condition is enough for `||` to be true, one false for `&&` to be false, even
 * if other ones fail.
 *
 * @throws BudgetError at once; UnevaluableError, else EvaluationError, of a condition that would have been needed.
 */
export function combinedTruth(operator: '||' | '&&', truths: Iterable<Truth>): boolean {
  const decisive = operator === '||';
  let failure: EvaluationError | UnevaluableError | undefined;
  for (const condition of truths) {
    try {
      if (condition() === decisive) return decisive;
    } catch (error) {
      if (!(error instanceof EvaluationError || error instanceof UnevaluableError)) throw error;
      const isFirstUnevaluable = error instanceof UnevaluableError && !(failure instanceof UnevaluableError);
      failure = isFirstUnevaluable ? error : (failure ?? error);
    }
  }
  if (failure !== undefined) throw failure;
  return !decisive;
}

/** Returns a boolean value. @throws EvaluationError for other values. */
export function truthOf(value: CelValue): boolean {
  if (typeof value !== 'boolean') throw new EvaluationError('no such overload');
  return value;
}
