import { ruleCompileErrors } from '../cel/rule/compile-error.ts';
import { wholeObjectSchema } from '../cel/rule/typed-schema.ts';
import { innerSchemas, mappedSchema } from '../inner-schema.ts';
import { declaredFields, type JsonSchemaProps, type OpenApiSchema } from '../open-api-schema.ts';
import type { Rule } from '../rule.ts';
import type { Visit } from './visit.ts';

const equality = 'self == oldSelf';

/** Returns the validation rule of an immutable value: it doesn't change. */
export function immutabilityRule(visit: Visit): Rule {
  return { rule: equality, message: `${visit.subject} is immutable` };
}

/**
 * Returns a schema with further rules, each of them once: the API server identifies the rules of a schema by their
 * text.
 */
export function withRules(schema: JsonSchemaProps, rules: readonly Rule[], visit: Visit): JsonSchemaProps {
  if (rules.length === 0) return schema;
  refuseIneffectiveRules(rules, schema, visit);
  for (const rule of rules) refuseUnusableRule(rule, visit);
  const all = [...(schema['x-kubernetes-validations'] ?? []), ...rules];
  const distinct = all.filter(({ rule }, index) => all.findIndex((other) => other.rule === rule) === index);
  return { ...schema, 'x-kubernetes-validations': distinct };
}

function refuseIneffectiveRules(rules: readonly Rule[], schema: JsonSchemaProps, visit: Visit): void {
  const isBlank = keepsUnknownFields(schema) && schema.properties === undefined;
  if (isBlank || !isSeenByRules(schema)) {
    visit.refuse(
      "rules can't read values without a schema",
      'declare the fields that the rule needs, and put the rule on them',
    );
  } else if (rules.some(({ rule }) => rule === equality) && hidesChangesFromRules(schema)) {
    visit.refuse(
      "a rule can't compare unknown fields",
      'declare the fields that must not change, and make them immutable',
    );
  } else if (holdsBase64(schema) && rules.some((rule) => readsBase64(rule, schema))) {
    visit.refuse(
      'the API server fails to read base64 in a rule if it has the characters + or /',
      'write z.string().regex(z.regexes.base64), which rules see as a string',
    );
  }
}

/** Returns true if CEL has a type for the value: lists and maps of untyped values have none, either. */
function isSeenByRules({ type, items, additionalProperties, ...schema }: JsonSchemaProps): boolean {
  if (schema['x-kubernetes-int-or-string']) return true;
  const inner = items ?? additionalProperties;
  return inner === undefined ? type !== undefined : isSeenByRules(inner);
}

/** Returns true if CEL may treat different values as equal: it doesn't notice a change of an unknown field. */
function hidesChangesFromRules(schema: OpenApiSchema): boolean {
  return keepsUnknownFields(schema) || innerSchemas(schema).some(([inner]) => hidesChangesFromRules(inner));
}

function holdsBase64(schema: OpenApiSchema): boolean {
  return isBase64(schema) || innerSchemas(schema).some(([inner]) => holdsBase64(inner));
}

/** Returns true if a rule reads base64 in a value: it compares the value as a whole, or selects a field. */
function readsBase64(rule: Rule, schema: OpenApiSchema): boolean {
  if (rule.rule === equality || isBase64(schema)) return true;
  const errorCount = (each: OpenApiSchema) =>
    ruleCompileErrors(rule, each.type === 'object' ? wholeObjectSchema(each) : each).length;
  return errorCount(withoutBase64(schema)) > errorCount(schema);
}

/** The type of an item that is base64: no expression that reads it as a text compiles. */
const unreadable: OpenApiSchema = { type: 'boolean' };

/** Returns a schema whose base64 no rule can read: without such fields, and with another type of such items. */
function withoutBase64(schema: OpenApiSchema): OpenApiSchema {
  const fields = declaredFields(schema).filter(([, field]) => !isBase64(field));
  const readable = { ...schema, ...(schema.properties && { properties: Object.fromEntries(fields) }) };
  return mappedSchema(readable, (inner) => (isBase64(inner) ? unreadable : withoutBase64(inner)));
}

function isBase64({ type, format }: OpenApiSchema): boolean {
  return type === 'string' && format === 'byte';
}

function keepsUnknownFields(schema: OpenApiSchema): boolean {
  return schema.type === 'object' && schema['x-kubernetes-preserve-unknown-fields'] === true;
}

function refuseUnusableRule({ rule, message = '' }: Rule, visit: Visit): void {
  if (rule.trim() === '') visit.refuse('a rule has no expression', 'write the condition in CEL');
  if (/[\r\n]/.test(message)) visit.refuse('the message of a rule has several lines', 'write one line');
  if (/\boldSelf\b/.test(rule) && !visit.isCorrelatable) {
    visit.refuse(
      "a rule on changes needs the previous value, which the API server doesn't have inside of lists",
      'make the list a listMap(…), or put the rule on the list as a whole',
    );
  }
}
