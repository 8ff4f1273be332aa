import type { Rule } from '../rule.ts';
import { renamed } from './renaming.ts';

/**
 * Translates an expression over `self` and `oldSelf` into one over `object` and `oldObject`, the variables of admission
 * policies.
 *
 * @throws RefusedExpressionError if no API server can parse the expression; UnevaluableError if only an API server
 *   might.
 */
export function policyExpression(text: string, { optionalOldSelf = false }: Pick<Rule, 'optionalOldSelf'>): string {
  const before = optionalOldSelf ? '(oldObject == null ? optional.none() : optional.of(oldObject))' : 'oldObject';
  return renamed(
    text,
    new Map([
      ['self', 'object'],
      ['oldSelf', before],
    ]),
  );
}
