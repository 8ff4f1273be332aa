import type { OpenApiSchema } from '../../open-api-schema.ts';
import type { Rule } from '../../rule.ts';
import { formatType } from '../cel-type.ts';
import type { Compiled } from '../evaluation-scope.ts';
import { compilation } from '../expression.ts';
import { declaredType, ruleExpression } from './typed-schema.ts';

/**
 * Returns the reason why every API server refuses an expression where a type is needed; undefined if one accepts it or
 * might.
 */
export function compileError(compiled: () => Compiled, wanted: 'bool' | 'string'): string | undefined {
  const { result, refusal } = compilation(compiled);
  if (result === undefined || result.type.kind === wanted || result.type.kind === 'dyn') return refusal;
  return `its type is ${formatType(result.type)}, and it must be ${wanted}`;
}

/** An expression of a rule that no API server compiles. */
export interface RuleCompileError {
  readonly subject: 'messageExpression' | 'rule';
  readonly text: string;
  readonly error: string;
}

/** Returns the expressions of a rule that no API server compiles; none for values that rules don't see. */
export function ruleCompileErrors(rule: Rule, schema: OpenApiSchema): RuleCompileError[] {
  if (declaredType(schema) === undefined) return [];
  return (['rule', 'messageExpression'] as const).flatMap((subject) => {
    const { [subject]: text } = rule;
    if (text === undefined || (subject === 'messageExpression' && text.trim() === '')) return [];
    const error = compileError(() => ruleExpression(text, schema, rule), subject === 'rule' ? 'bool' : 'string');
    return error === undefined ? [] : [{ subject, text, error }];
  });
}
