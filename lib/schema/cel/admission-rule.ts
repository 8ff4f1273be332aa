import type { JsonSchemaProps } from '../json-schema-props.ts';
import type { Rule } from '../rule.ts';
import type { CelType } from './cel-type.ts';
import { objectType } from './declared-type.ts';
import { RefusedExpressionError, UnevaluableError } from './evaluation-error.ts';
import { expression } from './expression.ts';
import { policyExpression } from './policy-expression.ts';
import { isTransitionRule } from './transition.ts';

/** A rule as an admission policy states it. @see https://kubernetes.io/docs/reference/kubernetes-api/policy-resources/validating-admission-policy-v1/ */
export interface AdmissionRule {
  readonly expression: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason: 'Forbidden' | 'Invalid';
}

/** A rule over a whole object as an admission policy states it; or in words why no policy can. */
export type TranslatedRule = { readonly rule: AdmissionRule } | { readonly refusal: string };

/**
 * Says a rule over a whole object as an admission policy. Where there was no object before, a transition rule holds.
 * A policy blames no field, so the field that the rule names goes in front of the message.
 *
 * @param schema - of the whole object.
 */
export function admissionRule(rule: Rule, schema: JsonSchemaProps): TranslatedRule {
  try {
    requireCompiled(rule, objectType(schema), objectType(policyView(schema)));
    return { rule: translated(rule) };
  } catch (error) {
    if (error instanceof RefusedExpressionError || error instanceof UnevaluableError) return { refusal: error.message };
    throw error;
  }
}

/** A schema as policies see its values: as plain JSON, in which times, durations and bytes are texts and lists have an order. */
export function policyView(schema: JsonSchemaProps): JsonSchemaProps {
  const {
    'x-kubernetes-list-type': _,
    'x-kubernetes-list-map-keys': __,
    'x-kubernetes-validations': ___,
    ...rest
  } = schema;
  const { format, ...seen } = rest;
  const { items, properties, additionalProperties } = seen;
  return {
    ...seen,
    ...(format !== undefined && seen.type !== 'string' && { format }),
    ...(items && { items: policyView(items) }),
    ...(additionalProperties && { additionalProperties: policyView(additionalProperties) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([field, inner]) => [field, policyView(inner)])),
    }),
  };
}

/** What is sure to be wrong, and what only the schema of a definition makes right. What is out of reach anyhow passes. */
function requireCompiled({ rule, optionalOldSelf = false }: Rule, type: CelType, seen: CelType): void {
  const isKnown = isCompiled(rule, type, optionalOldSelf);
  if (isKnown && !isCompiled(rule, seen, optionalOldSelf)) {
    throw new UnevaluableError('policies see times, durations and bytes as texts');
  }
}

function isCompiled(text: string, type: CelType, isOptional: boolean): boolean {
  try {
    expression(text, type, isOptional);
    return true;
  } catch (error) {
    if (error instanceof UnevaluableError) return false;
    throw error;
  }
}

function translated(rule: Rule): AdmissionRule {
  const { message, messageExpression, reason, fieldPath, optionalOldSelf = false } = rule;
  const said = policyExpression(rule.rule, optionalOldSelf);
  const holdsWithoutPast = isTransitionRule(rule) && !optionalOldSelf;
  const blamed = fieldPath === undefined ? '' : `${fieldPath.replace(/^\./, '')}: `;
  const text = `${blamed}${message?.trim() ?? `failed rule: ${rule.rule.trim()}`}`;
  return {
    expression: holdsWithoutPast ? `oldObject == null || (${said}\n)` : said,
    ...(!/[\r\n]/.test(text) && { message: text }),
    ...(messageExpression !== undefined && {
      messageExpression: `${blamed === '' ? '' : `${JSON.stringify(blamed)} + `}(${policyExpression(messageExpression, optionalOldSelf)}\n)`,
    }),
    reason: reason === 'FieldValueForbidden' ? 'Forbidden' : 'Invalid',
  };
}
