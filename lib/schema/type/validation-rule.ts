import type { z } from 'zod';
import { annotationOf } from '../annotation.ts';
import type { JsonSchemaProps } from '../open-api-schema.ts';
import type { Rule } from '../rule.ts';
import { wrappedType } from '../zod-definition.ts';
import { celField } from './cel-field.ts';
import type { Visit } from './visit.ts';

const equality = 'self == oldSelf';

/** Returns the rule that a value doesn't change. */
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
  }
}

/** Returns true if CEL has a type for the value: lists and maps of untyped values have none, either. */
function isSeenByRules({ type, items, additionalProperties, ...schema }: JsonSchemaProps): boolean {
  if (schema['x-kubernetes-int-or-string']) return true;
  const inner = items ?? additionalProperties;
  return inner === undefined ? type !== undefined : isSeenByRules(inner);
}

/** Returns true if CEL may treat different values as equal: it doesn't notice a change of an unknown field. */
function hidesChangesFromRules(schema: JsonSchemaProps): boolean {
  const { items, additionalProperties, properties = {} } = schema;
  const inside = [items, additionalProperties, ...Object.values(properties)].filter((inner) => inner !== undefined);
  return keepsUnknownFields(schema) || inside.some(hidesChangesFromRules);
}

function keepsUnknownFields(schema: JsonSchemaProps): boolean {
  return schema.type === 'object' && schema['x-kubernetes-preserve-unknown-fields'] === true;
}

function refuseUnusableRule({ rule, message = '' }: Rule, visit: Visit): void {
  if (rule.trim() === '') visit.refuse('a rule has no expression', 'write the condition in CEL');
  if (/[\r\n]/.test(message)) visit.refuse('the message of a rule has several lines', 'write one line');
  if (/\boldSelf\b/.test(rule) && !visit.isCorrelatable) {
    visit.refuse(
      "a rule on changes needs the previous value, which the API server doesn't have inside of lists and atomic objects",
      'make the list a listMap(…), or put the rule on the list or the object as a whole',
    );
  }
}

/** Returns true if a type, or a type that it wraps, is immutable. */
export function isImmutableType(type: z.core.$ZodType): boolean {
  const inner = wrappedType(type);
  return annotationOf(type).isImmutable === true || (inner !== undefined && isImmutableType(inner));
}

/**
 * Returns true if a field can be removed and added again with another value, unnoticed by its own rule. CEL treats null
 * as absent; a field with a default is never absent.
 */
export function canFieldReturn({ nullable, default: value }: JsonSchemaProps, isRequired: boolean): boolean {
  return nullable === true || (!isRequired && value === undefined);
}

/** Returns the rule of an object that one of its fields is neither added nor removed. */
export function unchangedPresenceRule(name: string, visit: Visit): Rule {
  const field = celField(name);
  if (field === undefined) {
    visit.field(name).refuse('the field has no name in CEL', 'make it required, or rename it to an identifier');
  }
  return {
    rule: `has(self.${field}) == has(oldSelf.${field})`,
    message: `${name} is immutable`,
    fieldPath: /^\w+$/.test(name) ? `.${name}` : `['${name}']`,
  };
}
