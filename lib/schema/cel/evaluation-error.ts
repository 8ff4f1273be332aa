/** An expression that fails for its values, as it fails in the API server, which takes the rule for broken then. */
export class EvaluationError extends Error {
  override readonly name = 'EvaluationError';
  readonly code = 'evaluation-failed';
}

/** An expression that only the API server can evaluate; the message says what of it is out of reach. */
export class UnevaluableError extends Error {
  override readonly name = 'UnevaluableError';
  readonly code = 'unevaluable';
}

/** An expression that no API server compiles. */
export class RefusedExpressionError extends Error {
  override readonly name = 'RefusedExpressionError';
  readonly code = 'expression-refused';
}

/** An evaluation beyond its budget. It ends at once: nothing else in the expression decides then. */
export class BudgetError extends Error {
  override readonly name = 'BudgetError';
  readonly code = 'budget-exceeded';
}
