import { entryPath, fieldPath, itemPath } from '../field-path.ts';
import { declaredFields, entrySchema, type OpenApiSchema } from '../open-api-schema.ts';
import type { UnsupportedType } from '../refusal.ts';
import type { Rule } from '../rule.ts';
import type { CelType } from './cel-type.ts';
import { compileError } from './compile-error.ts';
import { declaredType } from './declared-type.ts';
import { defaultRefusals } from './default-refusal.ts';
import { expression } from './expression.ts';
import { hasField, ruleField } from './rule-field.ts';
import { wholeObject } from './whole-object.ts';

/**
 * Returns the rules in the schema of a whole object that every API server refuses: with syntax errors, unknown names or
 * wrong types, or with a default that breaks them. Rules that can't be evaluated here are not among them.
 */
export function ruleRefusals(schema: OpenApiSchema): UnsupportedType[] {
  const all = refusals('', schema, declaredType(wholeObject(schema)));
  return all.filter(({ path, message }, index) => {
    return all.findIndex((other) => other.path === path && other.message === message) === index;
  });
}

function refusals(path: string, schema: OpenApiSchema, type = declaredType(schema)): UnsupportedType[] {
  const { items } = schema;
  const entries = entrySchema(schema);
  const rules = schema['x-kubernetes-validations'] ?? [];
  return [
    ...(type === undefined ? [] : rules.flatMap((rule) => refusalsOf(rule, path, type))),
    ...rules.flatMap((rule) => fieldRefusals(rule, path, schema)),
    ...defaultRefusals(path, schema),
    ...(items === undefined ? [] : refusals(itemPath(path), items)),
    ...(entries === undefined ? [] : refusals(entryPath(path), entries)),
    ...declaredFields(schema).flatMap(([field, inner]) => refusals(fieldPath(path, field), inner)),
  ];
}

function refusalsOf(rule: Rule, path: string, type: CelType): UnsupportedType[] {
  const { messageExpression } = rule;
  const error = compileError(() => expression(rule.rule, type, rule), 'bool');
  const message = messageExpression?.trim()
    ? compileError(() => expression(messageExpression, type, rule), 'string')
    : undefined;
  return [
    ...(error === undefined ? [] : [refusal(path, 'rule', rule.rule, error)]),
    ...(messageExpression === undefined || message === undefined
      ? []
      : [refusal(path, 'message expression', messageExpression, message)]),
  ];
}

function refusal(path: string, subject: string, text: string, error: string): UnsupportedType {
  return {
    path,
    message: `the ${subject} '${text}' is not valid CEL: ${error}`,
    remedy: 'write an expression over self, and oldSelf for changes',
  };
}

function fieldRefusals({ rule, fieldPath: blamed = '' }: Rule, path: string, schema: OpenApiSchema): UnsupportedType[] {
  const segments = ruleField(blamed);
  if (blamed === '' || (segments !== undefined && hasField(schema, segments))) return [];
  return [
    {
      path,
      message: `the fieldPath of the rule '${rule}' names a field that doesn't exist: ${blamed}`,
      remedy: "write fieldPath as the path from the rule's value to one of its fields, such as .storage.size",
    },
  ];
}
