// In: valid CEL rules, and another one. Out: true if that one follows for every value. Called for each new rule.
// Returns true only if certain; an unknown result is false.

import { type ASTNode, serialize } from '@marcbachmann/cel-js';
import { expressionTree } from '../../../schema/index.ts';

/** Returns true if every value that obeys all `rules` obeys `rule`, by the form of the rules alone. */
export function isRuleImplied(rule: string, rules: readonly string[]): boolean {
  const asked = expressionTree(rule);
  const known = rules.flatMap((each) => expressionTree(each) ?? []).flatMap(conjuncts);
  return asked !== undefined && isImplied(asked, known);
}

function isImplied(asked: ASTNode, known: readonly ASTNode[]): boolean {
  if (known.some((each) => serialize(each) === serialize(asked) || boundImplies(each, asked))) return true;
  // CEL's || is true if one side is, even if the other one fails.
  if (asked.op === '||') return asked.args.some((choice) => isImplied(choice, known));
  return asked.op === '&&' && asked.args.every((demand) => isImplied(demand, known));
}

/** Returns the conditions that follow from an expression: the whole, and the operands of `&&`. */
function conjuncts(expression: ASTNode): readonly ASTNode[] {
  return expression.op === '&&' ? [expression, ...expression.args.flatMap(conjuncts)] : [expression];
}

type Comparison = '<' | '<=' | '>' | '>=' | '==' | '!=';

/** A comparison with a whole number: `self.size() <= 5`. */
interface Bound {
  readonly subject: string;
  readonly comparison: Comparison;
  readonly limit: bigint;
}

const mirrored: Readonly<Record<Comparison, Comparison>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '==': '==',
  '!=': '!=',
};

function boundIn(expression: ASTNode): Bound | undefined {
  if (!isComparison(expression)) return undefined;
  const { op, args } = expression;
  const [onLeft, onRight] = args.map(wholeNumber);
  if (onRight !== undefined) return { subject: serialize(args[0]), comparison: op, limit: onRight };
  return onLeft === undefined ? undefined : { subject: serialize(args[1]), comparison: mirrored[op], limit: onLeft };
}

function isComparison(expression: ASTNode): expression is Extract<ASTNode, { op: Comparison }> {
  return Object.hasOwn(mirrored, expression.op);
}

function wholeNumber(expression: ASTNode): bigint | undefined {
  const [sign, operand] = expression.op === '-_' ? [-1n, expression.args] : [1n, expression];
  return operand.op === 'value' && typeof operand.args === 'bigint' ? sign * operand.args : undefined;
}

/**
 * Returns true if one comparison implies another one of the same subject. Never assumes that a number is an integer.
 */
function boundImplies(one: ASTNode, other: ASTNode): boolean {
  const [known, asked] = [boundIn(one), boundIn(other)];
  if (known === undefined || asked === undefined || known.subject !== asked.subject) return false;
  const { comparison, limit } = known;
  const isBelow = (strict: boolean) =>
    comparison === '<'
      ? limit <= asked.limit
      : ['<=', '=='].includes(comparison) && isBoundWithin(limit, asked.limit, strict);
  const isAbove = (strict: boolean) =>
    comparison === '>'
      ? limit >= asked.limit
      : ['>=', '=='].includes(comparison) && isBoundWithin(asked.limit, limit, strict);
  switch (asked.comparison) {
    case '<':
      return isBelow(true);
    case '<=':
      return isBelow(false);
    case '>':
      return isAbove(true);
    case '>=':
      return isAbove(false);
    case '==':
      return comparison === '==' && limit === asked.limit;
    case '!=':
      return isBelow(true) || isAbove(true) || (comparison === '!=' && limit === asked.limit);
  }
}

function isBoundWithin(least: bigint, most: bigint, isStrict: boolean): boolean {
  return isStrict ? least < most : least <= most;
}
