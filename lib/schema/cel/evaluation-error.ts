import { brandedError } from '../../error/index.ts';

/** The evaluation of an expression fails for its values, as it does in the API server, which then refuses the value. */
export class EvaluationError extends brandedError('EvaluationError') {
  readonly code = 'evaluation-failed';
}

/** Only the API server can evaluate an expression; the message names the unsupported part. */
export class UnevaluableError extends brandedError('UnevaluableError') {
  readonly code = 'unevaluable';
}

/** No API server compiles an expression. */
export class RefusedExpressionError extends brandedError('RefusedExpressionError') {
  readonly code = 'expression-refused';
}

/** An evaluation exceeds its budget. It ends at once, whatever the rest of the expression says. */
export class BudgetError extends brandedError('BudgetError') {
  readonly code = 'budget-exceeded';
}

/**
 * Returns the results for all parts of an expression. If one fails, the other ones are evaluated all the same: API servers
 * do so and count their cost.
 */
export function resultsOfAll<Part, Result>(parts: Iterable<Part>, result: (part: Part) => Result): Result[] {
  const results: Result[] = [];
  let failure: EvaluationError | undefined;
  for (const part of parts) {
    try {
      results.push(result(part));
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
  return results;
}
