import { formatType } from './cel-type.ts';
import type { Compiled } from './compiled.ts';
import { RefusedExpressionError, UnevaluableError } from './evaluation-error.ts';

/**
 * Returns the reason why every API server refuses an expression where a type is needed; undefined if one accepts it or
 * might.
 */
export function compileError(compiled: () => Compiled, wanted: 'bool' | 'string'): string | undefined {
  try {
    const { type } = compiled();
    const fits = type.kind === wanted || type.kind === 'dyn';
    return fits ? undefined : `its type is ${formatType(type)}, and it must be ${wanted}`;
  } catch (error) {
    if (error instanceof RefusedExpressionError) return error.message;
    if (error instanceof UnevaluableError) return undefined;
    throw error;
  }
}
