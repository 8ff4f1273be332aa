import { BoundedMap, getOrMake } from '../../bounded-map.ts';
import type { Rule } from '../../rule.ts';
import { compilation, parseExpression } from '../expression.ts';
import { freeNames } from '../free-name.ts';

/**
 * Returns true if a rule is a transition rule: it names the value before a change. If the rule can't be parsed, its
 * text decides.
 */
export function isTransitionRule({ rule }: Rule): boolean {
  return getOrMake(known, rule, () => isOldSelfNamed(rule));
}

function isOldSelfNamed(text: string): boolean {
  const { result: names } = compilation(() => freeNames(parseExpression(text)));
  return names === undefined ? /\boldSelf\b/.test(text) : names.some(({ name }) => name === 'oldSelf');
}

const known = new BoundedMap<string, boolean>(1000);
