// In: valid CEL rules, and another one. Out: true if that one follows for every value. Called for each new rule.
// Returns true only if certain; an unknown result is false.

import { ruleTokens } from './rule-token.ts';

/** Returns true if every value that obeys all `rules` obeys `rule`, by the form of the rules alone. */
export function isRuleImplied(rule: string, rules: readonly string[]): boolean {
  const known = rules.flatMap((each) => conjuncts(ruleTokens(each)));
  return isExpressionImplied(ruleTokens(rule), known);
}

/** A list of CEL literals and operators. */
type Expression = readonly string[];

function isExpressionImplied(expression: Expression, known: readonly Expression[]): boolean {
  const inner = expressionWithoutBrackets(expression);
  if (known.some((each) => areSameExpressions(each, inner) || boundImplies(each, inner))) return true;
  const choices = splitExpression(inner, '|');
  // CEL's || is true if one side is, even if the other one fails.
  if (choices.length > 1) return choices.some((choice) => isExpressionImplied(choice, known));
  const demands = splitExpression(inner, '&');
  return demands.length > 1 && demands.every((demand) => isExpressionImplied(demand, known));
}

/**
 * Returns the conditions that follow from an expression: the operands of `&&`, each without outer parentheses, and the
 * whole.
 */
function conjuncts(expression: Expression): readonly Expression[] {
  const inner = expressionWithoutBrackets(expression);
  if (splitExpression(inner, '|').length > 1) return [inner];
  const parts = splitExpression(inner, '&');
  return parts.length > 1 ? [inner, ...parts.flatMap(conjuncts)] : [inner];
}

const opening = ['(', '[', '{'];
const closing = [')', ']', '}'];

function bracketDepths(expression: Expression): readonly number[] {
  let depth = 0;
  return expression.map((part) => {
    if (closing.includes(part)) depth -= 1;
    const before = depth;
    if (opening.includes(part)) depth += 1;
    return before;
  });
}

/**
 * Splits an expression at a doubled operator outside of brackets; returns one part if there is none or a condition
 * binds weaker.
 */
function splitExpression(expression: Expression, sign: '&' | '|'): readonly Expression[] {
  const depth = bracketDepths(expression);
  const isCondition = expression.some(
    (part, index) => part === '?' && depth[index] === 0 && !isOptionalMark(expression, index),
  );
  if (isCondition) return [expression];
  const parts: string[][] = [[]];
  for (let index = 0; index < expression.length; index += 1) {
    const part = expression[index] ?? '';
    if (part === sign && expression[index + 1] === sign && depth[index] === 0) {
      parts.push([]);
      index += 1;
    } else {
      parts.at(-1)?.push(part);
    }
  }
  return parts;
}

/** Returns true if a question mark is that of an optional field: `self.?size`. */
function isOptionalMark(expression: Expression, index: number): boolean {
  return expression[index] === '?' && expression[index - 1] === '.';
}

function expressionWithoutBrackets(expression: Expression): Expression {
  if (expression[0] !== '(' || expression.at(-1) !== ')') return expression;
  const depth = bracketDepths(expression);
  const isWhole = depth.slice(1, -1).every((each) => each > 0);
  return isWhole ? expressionWithoutBrackets(expression.slice(1, -1)) : expression;
}

function areSameExpressions(one: Expression, other: Expression): boolean {
  return one.length === other.length && one.every((part, index) => part === other[index]);
}

type Comparison = '<' | '<=' | '>' | '>=' | '==' | '!=';

/** A comparison with a whole number: `self.size() <= 5`. */
interface Bound {
  readonly subject: Expression;
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

function boundIn(expression: Expression): Bound | undefined {
  const depth = bracketDepths(expression);
  const isSign = (part: string, index: number) =>
    /^[<>=!?:|&]$|^in$/.test(part) && depth[index] === 0 && !isOptionalMark(expression, index);
  const signs = expression.flatMap((part, index) => (isSign(part, index) ? [index] : []));
  const [first = -1, second = first, ...others] = signs;
  if (first < 1 || others.length > 0 || second > first + 1) return undefined;
  const comparison = expression.slice(first, second + 1).join('');
  if (!isComparison(comparison)) return undefined;
  const [left, right] = [expression.slice(0, first), expression.slice(second + 1)];
  const [onLeft, onRight] = [wholeNumber(left), wholeNumber(right)];
  if (onRight !== undefined) return { subject: left, comparison, limit: onRight };
  return onLeft === undefined ? undefined : { subject: right, comparison: mirrored[comparison], limit: onLeft };
}

function isComparison(text: string): text is Comparison {
  return Object.hasOwn(mirrored, text);
}

function wholeNumber(expression: Expression): bigint | undefined {
  const text = expression.join('');
  return /^-?(?:0|[1-9]\d*)$/.test(text) ? BigInt(text) : undefined;
}

/**
 * Returns true if one comparison implies another one of the same subject. Never assumes that a number is an integer.
 */
function boundImplies(one: Expression, other: Expression): boolean {
  const [known, asked] = [boundIn(one), boundIn(other)];
  if (known === undefined || asked === undefined || !areSameExpressions(known.subject, asked.subject)) return false;
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
