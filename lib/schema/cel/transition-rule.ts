import type { Rule } from '../rule.ts';
import { BoundedMap } from './bounded-map.ts';
import { resultIfCompilable } from './evaluation-error.ts';
import { parseExpression } from './expression.ts';
import { freeNames } from './free-name.ts';

const known = new BoundedMap<string, boolean>(1000);

/** True if a rule names the value before a change. If the rule can't be parsed, its text decides. */
export function isTransitionRule({ rule }: Rule): boolean {
  return known.get(rule, () => isOldSelfNamed(rule));
}

function isOldSelfNamed(text: string): boolean {
  const names = resultIfCompilable(() => freeNames(parseExpression(text)));
  return names === undefined ? /\boldSelf\b/.test(text) : names.some(({ name }) => name === 'oldSelf');
}
