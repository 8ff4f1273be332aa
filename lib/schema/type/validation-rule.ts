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

/** CEL sees declared fields only, and may take objects for equal that differ in others. */
function refuseBlindness(rules: readonly Rule[], schema: JsonSchemaProps, visit: Visit): void {
  if (!schema['x-kubernetes-preserve-unknown-fields']) return;
  if (schema.properties === undefined || rules.some(({ rule }) => rule === equality)) {
    visit.refuse('rules see nothing of unknown fields', 'declare the fields that matter, and put the rule on them');
  }
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
