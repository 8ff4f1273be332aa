import type { z } from 'zod';
import { annotated } from '../annotation.ts';
import type { Rule } from '../rule.ts';

/**
 * The type with a validation rule in CEL, evaluated by the API server where `self` is the value. zod doesn't evaluate it.
 *
 * ```ts
 * rule(z.object({ min: z.int(), max: z.int() }), 'self.min <= self.max', 'min must not be above max')
 * ```
 *
 * @param message - what the author of a value that breaks the rule is told, or all else that a {@link Rule} has.
 */
export function rule<Type extends z.ZodType>(
  type: Type,
  expression: string,
  message: string | Omit<Rule, 'rule'>,
): Type {
  const words = typeof message === 'string' ? { message } : message;
  return annotated(type, { rules: [{ rule: expression, ...words }] });
}
