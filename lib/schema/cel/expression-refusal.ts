import type { ASTNode } from '@marcbachmann/cel-js';
import { RefusedExpressionError, UnevaluableError } from './evaluation-error.ts';
import { parseExpression } from './expression.ts';
import { freeNames } from './free-name.ts';

/** Names that every expression knows: those of types. */
const typeNames = ['bool', 'bytes', 'double', 'dyn', 'int', 'list', 'map', 'null_type', 'string', 'type', 'uint'];

/** What gives numbers, texts and the like, whatever it is made of. */
const nonConditions: ReadonlySet<string> = new Set(['list', 'map', '+', '-', '*', '/', '%', '-_']);

/** Functions that give such things, too. */
const nonPredicates: ReadonlySet<string> = new Set(['double', 'filter', 'int', 'map', 'size', 'string', 'uint']);

/**
 * Why text is no condition over values of these names: its syntax, a name that there isn't, or a value that is neither
 * true nor false; undefined if it is one, or might be. For expressions whose functions and types aren't those of Kubernetes.
 */
export function expressionRefusal(text: string, names: readonly string[]): string | undefined {
  try {
    const tree = parseExpression(text);
    if (isNoCondition(tree)) return 'it is neither true nor false';
    const free = freeNames(tree).find(({ name }) => ![...typeNames, ...names].includes(name));
    return free === undefined ? undefined : `there is no ${free.name} in it, only ${names.join(', ')}`;
  } catch (error) {
    if (error instanceof RefusedExpressionError) return error.message;
    if (error instanceof UnevaluableError) return undefined;
    throw error;
  }
}

function isNoCondition(tree: ASTNode): boolean {
  switch (tree.op) {
    case 'value':
      return typeof tree.args !== 'boolean';
    case 'call':
    case 'rcall':
      return nonPredicates.has(tree.args[0]);
    default:
      return nonConditions.has(tree.op);
  }
}
