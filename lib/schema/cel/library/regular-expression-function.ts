import type { RE2JS } from 're2js';
import { BoundedMap, getOrMake } from '../../bounded-map.ts';
import { compiledGoPattern } from '../../compiled-pattern.ts';
import { UnevaluableError } from '../expression-error.ts';
import type { Library } from '../overload.ts';
import { CelList } from '../value/cel-value.ts';

/** Apart from the patterns of schemas: objects may have patterns, too, and must not displace those. */
const compiled = new BoundedMap<string, RE2JS>(500);

/** Longer patterns in calls are evaluated by the API server only, because their compilation takes long. */
const longestPattern = 1000;

/** The syntax is Go's, which differs from JavaScript's. */
function compiledPattern(text: string): RE2JS {
  return getOrMake(compiled, text, () => {
    const expression = compiledGoPattern(text);
    if (expression !== null) return expression;
    const shown = text.length > 100 ? `${text.slice(0, 100)}…` : text;
    throw new UnevaluableError(`'${shown}' is not a valid regular expression: the API server refuses it`);
  });
}

/** Returns true if no API server accepts a text as a regular expression. Names of Unicode classes are not checked. */
export function isInvalidRegularExpression(text: string): boolean {
  return !/\\p/i.test(text) && compiledGoPattern(text) === null;
}

/**
 * Returns the maximum number of steps of a match: an instruction of the pattern for each character. A pattern that is
 * compiled first takes more.
 *
 * @throws UnevaluableError for patterns that are invalid or too long.
 */
export function matchSteps(text: string, expression: string): number {
  if (expression.length > longestPattern) {
    throw new UnevaluableError(
      `a regular expression of ${expression.length} characters is evaluated by the API server only`,
    );
  }
  const isKnown = compiled.has(expression);
  const size = compiledPattern(expression).programSize();
  return Math.ceil((text.length * size) / 4) + (isKnown ? 0 : size * stepsOfInstruction);
}

const stepsOfInstruction = 100;

/** Returns the first `count` matches; all of them for a negative count. */
function patternMatches(text: string, expression: string, count: bigint): CelList {
  const matcher = compiledPattern(expression).matcher(text);
  const found: string[] = [];
  while ((count < 0n || found.length < count) && matcher.find()) found.push(matcher.group() ?? '');
  return new CelList(found);
}

function containsMatch(text: string, expression: string): boolean {
  return compiledPattern(expression).matcher(text).find();
}

/** Regular expressions in RE2's syntax, unanchored. */
export const regularExpressions: Library = {
  'string.matches(string): bool': containsMatch,
  'matches(string, string): bool': containsMatch,
  'string.find(string): string': (text: string, expression: string) => {
    const matcher = compiledPattern(expression).matcher(text);
    return matcher.find() ? (matcher.group() ?? '') : '';
  },
  'string.findAll(string): list<string>': (text: string, expression: string) => patternMatches(text, expression, -1n),
  'string.findAll(string, int): list<string>': patternMatches,
};
