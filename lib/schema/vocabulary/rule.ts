import type { z } from 'zod';
import { annotated } from '../annotation.ts';
import type { Rule } from '../rule.ts';

/**
 * Adds a validation rule in CEL to a type. The API server evaluates it with `self` as the value; zod doesn't evaluate it.
 *
 * ```ts
 * rule(z.object({ min: z.int(), max: z.int() }), 'self.min <= self.max', 'min must not be above max')
 * ```
 *
 * @param message - the error message for the author of a value that breaks the rule, or all other fields of a {@link
 * Rule}.
 */
export function rule<Type extends z.ZodType>(
  type: Type,
  expression: string,
  message: string | Omit<Rule, 'rule'>,
): Type {
  const words = typeof message === 'string' ? { message } : message;
  return annotated(type, { rules: [{ rule: expression, ...words }] });
}
