import { formatType } from './cel-type.ts';
import type { Compiled } from './compiled.ts';
import { RefusedExpressionError, UnevaluableError } from './evaluation-error.ts';

/** Why no API server takes an expression where a value of a type is needed; undefined if one does, or might. */
export function compileError(compiled: () => Compiled, wanted: 'bool' | 'string'): string | undefined {
  try {
    const { type } = compiled();
    const fits = type.kind === wanted || type.kind === 'dyn';
    return fits ? undefined : `it gives ${formatType(type)} where ${wanted} is needed`;
  } catch (error) {
    if (error instanceof RefusedExpressionError) return error.message;
    if (error instanceof UnevaluableError) return undefined;
    throw error;
  }
}
