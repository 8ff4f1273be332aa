import type { ASTNode } from '@marcbachmann/cel-js';
import { parseExpression } from './expression.ts';
import { macroOf } from './macro.ts';

/** A free name of an expression, and its position. */
export interface FreeName {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The names of the variables of enclosing macros. */
type Hidden = ReadonlySet<string>;

/** Returns the free names of an expression: not strings, fields, or variables of its own macros. */
export function freeNames(node: ASTNode, hidden: Hidden = new Set()): FreeName[] {
  if (node.op === 'id') {
    const { args: name, start, end } = node;
    return hidden.has(name) ? [] : [{ name, start, end }];
  }
  return nodeParts(node, hidden).flatMap(([part, inner]) => freeNames(part, inner));
}

/** Returns the parts of a node, and the names that are hidden in each. */
function nodeParts(node: Exclude<ASTNode, { op: 'id' }>, hidden: Hidden): [ASTNode, Hidden][] {
  const here = (part: ASTNode): [ASTNode, Hidden] => [part, hidden];
  switch (node.op) {
    case 'value':
      return [];
    case '.':
    case '.?':
      return [here(node.args[0])];
    case '!_':
    case '-_':
      return [here(node.args)];
    case 'call':
      return node.args[1].map(here);
    case 'map':
      return node.args.flat().map(here);
    case 'rcall': {
      const [name, receiver, parameters] = node.args;
      const variables = macroOf(name, parameters.length) === undefined ? [] : leadingNames(parameters);
      const inside = new Set([...hidden, ...variables]);
      return [here(receiver), ...parameters.slice(variables.length).map((part): [ASTNode, Hidden] => [part, inside])];
    }
    default:
      return node.args.map(here);
  }
}

/** Returns the variables of a macro: one or two names before its last parameter. */
function leadingNames(parameters: readonly ASTNode[]): string[] {
  const [first, second] = parameters;
  if (parameters.length < 2 || first?.op !== 'id') return [];
  return parameters.length > 2 && second?.op === 'id' ? [first.args, second.args] : [first.args];
}

/**
 * Returns an expression with its free names replaced. Strings, fields, and variables of macros that hide such a name
 * stay.
 *
 * @param names - name → the expression in its place.
 * @throws RefusedExpressionError if no API server can parse the expression; UnevaluableError if only an API server
 *   might.
 */
export function expressionWithNames(text: string, names: ReadonlyMap<string, string>): string {
  const found = freeNames(parseExpression(text)).toSorted((one, other) => other.start - one.start);
  return found.reduce(
    (whole, { name, start, end }) => `${whole.slice(0, start)}${names.get(name) ?? name}${whole.slice(end)}`,
    text,
  );
}
