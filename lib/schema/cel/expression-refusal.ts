import { RefusedExpressionError, UnevaluableError } from './evaluation-error.ts';
import { parseExpression } from './expression.ts';
import { freeNames } from './free-name.ts';

/** Names that every expression knows: those of types. */
const typeNames = ['bool', 'bytes', 'double', 'dyn', 'int', 'list', 'map', 'null_type', 'string', 'type', 'uint'];

/**
 * Why text is no expression over values of these names: its syntax, or a name that there isn't; undefined if it is one, or
 * might be. For expressions whose functions and types aren't those of Kubernetes.
 */
export function expressionRefusal(text: string, names: readonly string[]): string | undefined {
  try {
    const free = freeNames(parseExpression(text)).find(({ name }) => ![...typeNames, ...names].includes(name));
    return free === undefined ? undefined : `there is no ${free.name} in it, only ${names.join(', ')}`;
  } catch (error) {
    if (error instanceof RefusedExpressionError) return error.message;
    if (error instanceof UnevaluableError) return undefined;
    throw error;
  }
}
