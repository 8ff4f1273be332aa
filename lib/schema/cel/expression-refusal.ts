import type { ASTNode } from '@marcbachmann/cel-js';
import { compilation, parseExpression } from './expression.ts';
import { freeNames } from './free-name.ts';

/** The names of types, which every expression may use. */
const typeNames = ['bool', 'bytes', 'double', 'dyn', 'int', 'list', 'map', 'null_type', 'string', 'type', 'uint'];

/** Functions and operators whose results are never conditions, whatever their operands are. */
const nonConditions: ReadonlySet<string> = new Set(['list', 'map', '+', '-', '*', '/', '%', '-_']);

/** Further functions whose results are never conditions. */
const nonPredicates: ReadonlySet<string> = new Set(['double', 'filter', 'int', 'map', 'size', 'string', 'uint']);

/**
 * Returns the reason why a text is not a condition over variables of these names: a syntax error, an unknown name, or
 * another type than bool. Undefined if it is one or might be. For expressions with other functions and types than those
 * of Kubernetes.
 */
export function expressionRefusal(text: string, names: readonly string[]): string | undefined {
  const { result: tree, refusal } = compilation(() => parseExpression(text));
  if (tree === undefined) return refusal;
  if (isNeverCondition(tree)) return 'its type must be bool';
  const free = freeNames(tree).find(({ name }) => ![...typeNames, ...names].includes(name));
  return free === undefined ? undefined : `it uses ${free.name}, and only ${names.join(', ')} can be used`;
}

function isNeverCondition(tree: ASTNode): boolean {
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
