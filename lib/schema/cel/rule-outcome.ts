import type { JsonSchemaProps } from '../json-schema-props.ts';
import type { Rule } from '../rule.ts';
import type { CelType } from './cel-type.ts';
import type { Frame } from './compiled.ts';
import { EvaluationError, RefusedExpressionError, UnevaluableError } from './evaluation-error.ts';
import { expression } from './expression.ts';
import { schemaValue } from './schema-value.ts';
import { isTransitionRule } from './transition.ts';
import { Optional, type Value } from './value.ts';

/** What becomes of a rule for a value. */
export type RuleOutcome =
  | { readonly outcome: 'holds' }
  | { readonly outcome: 'fails'; readonly message: string }
  /** Evaluating it fails, as with a field that is absent: the API server refuses the value as a whole. */
  | { readonly outcome: 'breaks'; readonly message: string }
  | { readonly outcome: 'unevaluated'; readonly reason: string };

/** What a rule is evaluated on. */
export interface RuleSubject {
  readonly schema: JsonSchemaProps;
  readonly type: CelType;
  readonly value: unknown;
  /** The value before a change; undefined where there was none. */
  readonly previous: unknown;
}

/** Longer messages the API server doesn't pass on, in bytes. */
const longestMessage = 5120;

const holds: RuleOutcome = { outcome: 'holds' };
const noTruth: RuleOutcome = {
  outcome: 'unevaluated',
  reason: 'it is neither true nor false: the API server refuses the rule',
};

/** Evaluates a rule as the API server does. A transition rule holds where there was no value, unless it asks for that case. */
export function ruleOutcome(rule: Rule, { schema, type, value, previous }: RuleSubject): RuleOutcome {
  const { optionalOldSelf = false } = rule;
  if (isTransitionRule(rule) && isAbsent(previous) && !optionalOldSelf) return holds;
  try {
    const { run, type: result } = expression(rule.rule, type, rule);
    if (result.kind !== 'bool' && result.kind !== 'dyn') return noTruth;
    const variables = frame(
      schemaValue(value, schema),
      isAbsent(previous) ? undefined : schemaValue(previous, schema),
      optionalOldSelf,
    );
    return run(variables) === true ? holds : { outcome: 'fails', message: messageOf(rule, type, variables) };
  } catch (error) {
    return outcomeOf(error, rule);
  }
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function frame(self: Value, oldSelf: Value | undefined, isOptional: boolean): Frame {
  const variables = new Map<string, Value>([['self', self]]);
  if (isOptional) return variables.set('oldSelf', new Optional(oldSelf));
  return oldSelf === undefined ? variables : variables.set('oldSelf', oldSelf);
}

function outcomeOf(error: unknown, rule: Rule): RuleOutcome {
  if (error instanceof UnevaluableError) return { outcome: 'unevaluated', reason: error.message };
  if (error instanceof RefusedExpressionError) {
    return { outcome: 'unevaluated', reason: `${error.message}: the API server refuses the rule` };
  }
  if (!(error instanceof EvaluationError)) throw error;
  const message =
    error.message === 'no such overload'
      ? `'no such overload': call arguments did not match a supported operator, function or macro signature for rule: ${words(rule)}`
      : `${error.message} evaluating rule: ${words(rule)}`;
  return { outcome: 'breaks', message };
}

function words({ rule, message }: Rule): string {
  return (message ?? rule).trim();
}

function messageOf(rule: Rule, type: CelType, variables: Frame): string {
  const written = rule.message === undefined ? `failed rule: ${rule.rule.trim()}` : rule.message.trim();
  if (rule.messageExpression === undefined) return written;
  try {
    const text = expression(rule.messageExpression, type, rule).run(variables);
    return typeof text === 'string' && isPassedOn(text.trim()) ? text.trim() : written;
  } catch (error) {
    if (error instanceof EvaluationError || error instanceof UnevaluableError) return written;
    throw error;
  }
}

function isPassedOn(text: string): boolean {
  return text !== '' && !text.includes('\n') && new TextEncoder().encode(text).length <= longestMessage;
}
