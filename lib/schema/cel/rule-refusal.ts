import { entryPath, fieldPath, itemPath } from '../field-path.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import type { Refusal } from '../refusal.ts';
import type { Rule } from '../rule.ts';
import { type CelType, formatType } from './cel-type.ts';
import { declaredType, objectType } from './declared-type.ts';
import { RefusedExpressionError, UnevaluableError } from './evaluation-error.ts';
import { expression } from './expression.ts';

/**
 * The rules in the schema of a whole object that no API server compiles: with errors of syntax, with names that don't
 * exist, or without a verdict. Rules that are only out of reach here are not among them.
 */
export function ruleRefusals(schema: JsonSchemaProps): Refusal[] {
  return refusals('', schema, objectType(schema));
}

function refusals(path: string, schema: JsonSchemaProps, type: CelType | undefined): Refusal[] {
  const { items, properties = {}, additionalProperties } = schema;
  const rules = type === undefined ? [] : (schema['x-kubernetes-validations'] ?? []);
  return [
    ...rules.flatMap((rule) => refusalsOf(rule, path, type)),
    ...(items === undefined ? [] : refusals(itemPath(path), items, declaredType(items))),
    ...(additionalProperties === undefined
      ? []
      : refusals(entryPath(path), additionalProperties, declaredType(additionalProperties))),
    ...Object.entries(properties).flatMap(([field, inner]) =>
      refusals(fieldPath(path, field), inner, declaredType(inner)),
    ),
  ];
}

function refusalsOf(
  { rule, messageExpression, optionalOldSelf = false }: Rule,
  path: string,
  type: CelType | undefined,
): Refusal[] {
  if (type === undefined) return [];
  const message = messageExpression?.trim()
    ? compileError(messageExpression, type, optionalOldSelf, 'string')
    : undefined;
  const error = compileError(rule, type, optionalOldSelf, 'bool');
  return [
    ...(error === undefined ? [] : [refusal(path, 'rule', rule, error)]),
    ...(messageExpression === undefined || message === undefined
      ? []
      : [refusal(path, 'message expression', messageExpression, message)]),
  ];
}

function refusal(path: string, subject: string, text: string, error: string): Refusal {
  return {
    path,
    message: `the ${subject} '${text}' is no CEL: ${error}`,
    remedy: 'write an expression over self, and oldSelf for changes',
  };
}

function compileError(text: string, self: CelType, isOptional: boolean, kind: 'bool' | 'string'): string | undefined {
  try {
    const { type } = expression(text, self, isOptional);
    return type.kind === kind || type.kind === 'dyn'
      ? undefined
      : `it gives ${formatType(type)} where ${kind} is needed`;
  } catch (error) {
    if (error instanceof RefusedExpressionError) return error.message;
    if (error instanceof UnevaluableError) return undefined;
    throw error;
  }
}
