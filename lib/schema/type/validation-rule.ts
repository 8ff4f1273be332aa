import type { JsonSchemaProps } from '../json-schema-props.ts';
import type { Rule } from '../rule.ts';
import type { Visit } from './visit.ts';

const equality = 'self == oldSelf';

/** The rule that a value stays as it was, wherever there was one before. */
export function unchanged(visit: Visit): Rule {
  return { rule: equality, message: `${visit.subject} is immutable` };
}

/** A schema with further rules, each stated once: the API server tells the rules of a schema apart by their text. */
export function withRules(schema: JsonSchemaProps, rules: readonly Rule[], visit: Visit): JsonSchemaProps {
  if (rules.length === 0) return schema;
  refuseBlindness(rules, schema, visit);
  for (const rule of rules) refuseUnusable(rule, visit);
  const all = [...(schema['x-kubernetes-validations'] ?? []), ...rules];
  const distinct = all.filter(({ rule }, index) => all.findIndex((other) => other.rule === rule) === index);
  return { ...schema, 'x-kubernetes-validations': distinct };
}

function refuseBlindness(rules: readonly Rule[], schema: JsonSchemaProps, visit: Visit): void {
  const isBlank = keepsUnknownFields(schema) && schema.properties === undefined;
  if (isBlank || !isDeclared(schema)) {
    visit.refuse('rules see nothing of values without a schema', 'declare what matters, and put the rule on it');
  } else if (rules.some(({ rule }) => rule === equality) && hidesChanges(schema)) {
    visit.refuse('unknown fields can change unnoticed', 'declare what matters, and make that immutable');
  }
}

/** Whether CEL has a type for the value: lists and maps of what has none have none themselves. */
function isDeclared({ type, items, additionalProperties, ...schema }: JsonSchemaProps): boolean {
  if (schema['x-kubernetes-int-or-string']) return true;
  const inner = items ?? additionalProperties;
  return inner === undefined ? type !== undefined : isDeclared(inner);
}

/** Whether CEL may take values for equal that aren't: it doesn't notice when an unknown field gives way to another. */
function hidesChanges(schema: JsonSchemaProps): boolean {
  const { items, additionalProperties, properties = {} } = schema;
  const inside = [items, additionalProperties, ...Object.values(properties)].filter((inner) => inner !== undefined);
  return keepsUnknownFields(schema) || inside.some(hidesChanges);
}

function keepsUnknownFields(schema: JsonSchemaProps): boolean {
  return schema.type === 'object' && schema['x-kubernetes-preserve-unknown-fields'] === true;
}

function refuseUnusable({ rule, message = '' }: Rule, visit: Visit): void {
  if (rule.trim() === '') visit.refuse('a rule has no expression', 'write what must hold, in CEL');
  if (/[\r\n]/.test(message)) visit.refuse('the message of a rule has several lines', 'write one line');
  if (/\boldSelf\b/.test(rule) && !visit.isCorrelatable) {
    visit.refuse(
      "what is said of changes needs the value before, which the API server can't find inside of lists and atomic objects",
      'make the list a listMap(…), or say it of the list or the object as a whole',
    );
  }
}
