import type { Rule } from '../rule.ts';
import { BoundedMap } from './bounded-map.ts';
import { RefusedExpressionError, UnevaluableError } from './evaluation-error.ts';
import { parseExpression } from './expression.ts';
import { freeNames } from './free-name.ts';

const known = new BoundedMap<string, boolean>(1000);

/** True if a rule names the value before a change. If the rule can't be parsed, its text decides. */
export function isTransitionRule({ rule }: Rule): boolean {
  return known.get(rule, () => namesOldSelf(rule));
}

function namesOldSelf(text: string): boolean {
  try {
    return freeNames(parseExpression(text)).some(({ name }) => name === 'oldSelf');
  } catch (error) {
    if (error instanceof RefusedExpressionError || error instanceof UnevaluableError) return /\boldSelf\b/.test(text);
    throw error;
  }
}
