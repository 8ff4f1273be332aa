import type { OpenApiSchema } from '../../open-api-schema.ts';
import type { Rule } from '../../rule.ts';
import type { Meter } from '../cost/meter.ts';
import { BudgetError } from '../cost/meter.ts';
import { type Frame, frameWithVariable } from '../evaluation-scope.ts';
import { EvaluationError, RefusedExpressionError, UnevaluableError } from '../expression-error.ts';
import { type CelValue, OptionalValue } from '../value/cel-value.ts';
import { schemaValue } from '../value/schema-value.ts';
import { isTransitionRule } from './transition-rule.ts';
import { ruleExpression } from './typed-schema.ts';

/** The outcome of a rule for a value. */
export type RuleOutcome =
  | { readonly outcome: 'holds' }
  | { readonly outcome: 'fails'; readonly message: string }
  /** The evaluation fails, for example because a field is absent: the API server refuses the whole value. */
  | { readonly outcome: 'breaks'; readonly message: string }
  | { readonly outcome: 'unevaluated'; readonly reason: string }
  /** It exceeds the budget of an object's rules: the API server doesn't evaluate the rules that follow. */
  | { readonly outcome: 'too costly'; readonly reason: string };

/** The subject of a rule's evaluation. */
export interface RuleSubject {
  readonly schema: OpenApiSchema;
  readonly value: unknown;
  /** The value before a change; undefined if there was none. */
  readonly previous: unknown;
  /** Counts the cost of the object's rules. */
  readonly meter: Meter;
}

/** The maximum length, in bytes, of messages that the API server passes on. */
const longestMessage = 5120;
const longestQuotation = 200;

const holds: RuleOutcome = { outcome: 'holds' };
const noTruth: RuleOutcome = {
  outcome: 'unevaluated',
  reason: 'its type is not bool: the API server refuses the rule',
};

/**
 * Evaluates a rule as the API server does. A transition rule without a previous value holds, unless it has
 * `optionalOldSelf`.
 */
export function ruleOutcome(rule: Rule, { schema, value, previous, meter }: RuleSubject): RuleOutcome {
  const { optionalOldSelf = false } = rule;
  if (isTransitionRule(rule) && isAbsentValue(previous) && !optionalOldSelf) return holds;
  try {
    const { run, type: result } = ruleExpression(rule.rule, schema, rule);
    if (result.kind !== 'bool' && result.kind !== 'dyn') return noTruth;
    meter.startRule();
    const before = isAbsentValue(previous) ? undefined : schemaValue(previous, schema);
    const self: Frame = { meter, name: 'self', value: schemaValue(value, schema) };
    const variables = frameWithOldSelf(self, before, optionalOldSelf);
    return run(variables) === true ? holds : { outcome: 'fails', message: failedRuleMessage(rule, schema, variables) };
  } catch (error) {
    return outcomeOfError(error, rule);
  }
}

function isAbsentValue(value: unknown): boolean {
  return value === undefined || value === null;
}

function frameWithOldSelf(self: Frame, oldSelf: CelValue | undefined, isOptional: boolean): Frame {
  if (isOptional) return frameWithVariable(self, 'oldSelf', new OptionalValue(oldSelf));
  return oldSelf === undefined ? self : frameWithVariable(self, 'oldSelf', oldSelf);
}

function outcomeOfError(error: unknown, rule: Rule): RuleOutcome {
  if (error instanceof BudgetError) return { outcome: 'too costly', reason: error.message };
  if (error instanceof UnevaluableError) return { outcome: 'unevaluated', reason: error.message };
  if (error instanceof RefusedExpressionError) {
    return { outcome: 'unevaluated', reason: `${error.message}: the API server refuses the rule` };
  }
  if (!(error instanceof EvaluationError)) throw error;
  const message =
    error.message === 'no such overload'
      ? `'no such overload': call arguments did not match a supported operator, function or macro signature for rule: ${failedRuleWords(rule)}`
      : `${shortenedQuotation(error.message)} evaluating rule: ${failedRuleWords(rule)}`;
  return { outcome: 'breaks', message };
}

/** An error may quote a long value. */
function shortenedQuotation(text: string): string {
  return text.length > longestQuotation ? `${text.slice(0, longestQuotation)}…` : text;
}

function failedRuleWords({ rule, message }: Rule): string {
  return (message ?? rule).trim();
}

function failedRuleMessage(rule: Rule, schema: OpenApiSchema, variables: Frame): string {
  const written = rule.message === undefined ? `failed rule: ${rule.rule.trim()}` : rule.message.trim();
  if (rule.messageExpression === undefined) return written;
  try {
    const text = ruleExpression(rule.messageExpression, schema, rule).run(variables);
    return typeof text === 'string' && isMessagePassedOn(text.trim()) ? text.trim() : written;
  } catch (error) {
    if (error instanceof EvaluationError || error instanceof UnevaluableError || error instanceof BudgetError) {
      return written;
    }
    throw error;
  }
}

function isMessagePassedOn(text: string): boolean {
  return text !== '' && !text.includes('\n') && new TextEncoder().encode(text).length <= longestMessage;
}
