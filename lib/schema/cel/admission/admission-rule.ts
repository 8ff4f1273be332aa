import { mappedSchema } from '../../inner-schema.ts';
import type { OpenApiSchema } from '../../open-api-schema.ts';
import type { Rule } from '../../rule.ts';
import { dyn } from '../cel-type.ts';
import { compilation, expressionOverSelf } from '../expression.ts';
import { UnevaluableError } from '../expression-error.ts';
import { expressionWithNames } from '../free-name.ts';
import { compileError } from '../rule/compile-error.ts';
import { isTransitionRule } from '../rule/transition-rule.ts';
import { ruleExpression, wholeObjectSchema } from '../rule/typed-schema.ts';

/**
 * A validation of an admission policy.
 *
 * @see https://kubernetes.io/docs/reference/kubernetes-api/policy-resources/validating-admission-policy-v1/
 */
export interface AdmissionRule {
  readonly expression: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason: 'Forbidden' | 'Invalid';
}

/** A rule over a whole object as a validation of an admission policy; or the reason why no policy can express it. */
export type TranslatedRule = { readonly rule: AdmissionRule } | { readonly refusal: string; readonly remedy: string };

/**
 * Translates a rule over a whole object into a validation of an admission policy. A transition rule holds when an
 * object is created. A validation has no `fieldPath`, so the message begins with the rule's field.
 *
 * @param schema - of the whole object.
 */
export function admissionRule(rule: Rule, schema: OpenApiSchema): TranslatedRule {
  const { messageExpression } = rule;
  const whole = wholeObjectSchema(schema);
  const error =
    compileError(() => ruleExpression(rule.rule, whole, rule), 'bool') ??
    (messageExpression && compileError(() => ruleExpression(messageExpression, whole, rule), 'string'));
  if (error) return { refusal: error, remedy: 'write an expression over self, and oldSelf for changes' };
  const remedy = "move it into the definition's rules";
  if (isCompiledRule(rule, whole) && !isCompiledRule(rule, wholeObjectSchema(policyView(schema)))) {
    return { refusal: 'policies see times, durations and bytes as strings', remedy };
  }
  try {
    return { rule: translatedRule(rule) };
  } catch (cause) {
    if (cause instanceof UnevaluableError) return { refusal: cause.message, remedy };
    throw cause;
  }
}

/**
 * Returns a schema as policies see its values: plain JSON, where times, durations and bytes are strings and lists are
 * ordered.
 */
export function policyView(schema: OpenApiSchema): OpenApiSchema {
  const {
    format,
    'x-kubernetes-list-type': _,
    'x-kubernetes-list-map-keys': _1,
    'x-kubernetes-validations': _2,
    ...seen
  } = mappedSchema(schema, policyView);
  return { ...seen, ...(format !== undefined && seen.type !== 'string' && { format }) };
}

function isCompiledRule(rule: Rule, schema: OpenApiSchema): boolean {
  return compilation(() => ruleExpression(rule.rule, schema, rule)).result !== undefined;
}

function translatedRule(rule: Rule): AdmissionRule {
  const { message, messageExpression, reason, fieldPath, optionalOldSelf = false } = rule;
  const translated = policyExpression(rule.rule, rule);
  const holdsWithoutPast = isTransitionRule(rule) && !optionalOldSelf;
  const fieldPrefix = fieldPath === undefined ? '' : `${fieldPath.replace(/^\./, '')}: `;
  const text = `${fieldPrefix}${message?.trim() ?? `failed rule: ${rule.rule.trim()}`}`;
  const expression = isUntyped(rule.rule, rule) ? `(${translated}\n) == true` : translated;
  return {
    expression: holdsWithoutPast ? `oldObject == null || (${translated}\n)` : expression,
    ...(!/[\r\n]/.test(text) && { message: text }),
    ...(messageExpression !== undefined && {
      messageExpression: translatedMessage(messageExpression, fieldPrefix, rule),
    }),
    reason: reason === 'FieldValueForbidden' ? 'Forbidden' : 'Invalid',
  };
}

function translatedMessage(text: string, fieldPrefix: string, rule: Rule): string {
  const expression = `(${policyExpression(text, rule)}\n)`;
  if (fieldPrefix !== '') return `${JSON.stringify(fieldPrefix)} + ${expression}`;
  return isUntyped(text, rule) ? `string${expression}` : expression;
}

/**
 * Returns true if an expression over plain JSON, such as a bare field, has no static type: API servers refuse it in policies.
 */
function isUntyped(text: string, rule: Rule): boolean {
  return compilation(() => expressionOverSelf(text, dyn, rule)).result?.type.kind === 'dyn';
}

/**
 * Translates an expression over `self` and `oldSelf` into one over `object` and `oldObject`, the variables of admission
 * policies.
 *
 * @throws RefusedExpressionError if no API server can parse the expression; UnevaluableError if only an API server
 *   might.
 */
function policyExpression(text: string, { optionalOldSelf = false }: Pick<Rule, 'optionalOldSelf'>): string {
  const before = optionalOldSelf ? '(oldObject == null ? optional.none() : optional.of(oldObject))' : 'oldObject';
  return expressionWithNames(
    text,
    new Map([
      ['self', 'object'],
      ['oldSelf', before],
    ]),
  );
}
