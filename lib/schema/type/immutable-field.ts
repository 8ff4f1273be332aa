import type { z } from 'zod';
import { annotationOf } from '../annotation.ts';
import { wrapped } from '../definition.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import type { Rule } from '../rule.ts';
import { celField } from './cel-field.ts';
import type { Visit } from './visit.ts';

/** Whether a type is immutable, or one that it wraps. */
export function isImmutable(type: z.core.$ZodType): boolean {
  const inner = wrapped(type);
  return annotationOf(type).isImmutable === true || (inner !== undefined && isImmutable(inner));
}

/**
 * Whether a field can go away and come back with another value, without its own rule noticing.
 * Null counts as absent in CEL; a field with a default can't stay away.
 */
export function canReturn({ nullable, default: value }: JsonSchemaProps, isRequired: boolean): boolean {
  return nullable === true || (!isRequired && value === undefined);
}

/** The rule of an object that one of its fields is neither added nor removed. */
export function unchangedPresence(name: string, visit: Visit): Rule {
  const field = celField(name);
  if (field === undefined) {
    visit.field(name).refuse('rules have no name for the field', 'make it required, or call it by an identifier');
  }
  return {
    rule: `has(self.${field}) == has(oldSelf.${field})`,
    message: `${name} is immutable`,
    fieldPath: /^\w+$/.test(name) ? `.${name}` : `['${name}']`,
  };
}
