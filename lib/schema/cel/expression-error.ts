import { brandedError } from '../../error/index.ts';

/**
 * Thrown if the evaluation of an expression fails for its values, as it does in the API server, which then refuses the
 * value.
 */
export class EvaluationError extends brandedError('EvaluationError') {
  readonly code = 'evaluation-failed';
}

/** Thrown for an expression that only the API server can evaluate; the message names the unsupported part. */
export class UnevaluableError extends brandedError('UnevaluableError') {
  readonly code = 'unevaluable';
}

/** Thrown for an expression that no API server compiles. */
export class RefusedExpressionError extends brandedError('RefusedExpressionError') {
  readonly code = 'expression-refused';
}
