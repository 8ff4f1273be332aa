import type { z } from 'zod';
import { withAnnotation } from '../annotation.ts';
import type { Rule } from '../rule.ts';

/**
 * Adds a validation rule in CEL to a type. The API server evaluates it with `self` as the value; zod doesn't evaluate it.
 *
 * @param message - the error message for the author of a value that breaks the rule, or all other fields of a {@link
 * Rule}.
 * @example
 * const grows = 'quantity(self).compareTo(quantity(oldSelf)) >= 0';
 * const spec = z.object({ storage: rule(z.string().max(16), grows, 'storage can only grow') });
 */
export function rule<Type extends z.ZodType>(
  type: Type,
  expression: string,
  message: string | Omit<Rule, 'rule'>,
): Type {
  const words = typeof message === 'string' ? { message } : message;
  return withAnnotation(type, { rules: [{ rule: expression, ...words }] });
}
