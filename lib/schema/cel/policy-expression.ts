import type { Rule } from '../rule.ts';
import { renamed } from './renaming.ts';

/**
 * An expression over `self` and `oldSelf`, said of `object` and `oldObject`, as admission policies call them.
 *
 * @throws RefusedExpressionError if no API server can parse the expression; UnevaluableError if only that can.
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
