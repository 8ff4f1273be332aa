import type { z } from 'zod';
import { annotationOf } from '../annotation.ts';
import { wrapped } from '../definition.ts';
import type { JsonSchemaProps } from '../open-api-schema.ts';
import type { Rule } from '../rule.ts';
import { celField } from './cel-field.ts';
import type { Visit } from './visit.ts';

/** Returns true if a type, or a type that it wraps, is immutable. */
export function isImmutable(type: z.core.$ZodType): boolean {
  const inner = wrapped(type);
  return annotationOf(type).isImmutable === true || (inner !== undefined && isImmutable(inner));
}

/**
 * Returns true if a field can be removed and added again with another value, unnoticed by its own rule. CEL treats null
 * as absent; a field with a default is never absent.
 */
export function canReturn({ nullable, default: value }: JsonSchemaProps, isRequired: boolean): boolean {
  return nullable === true || (!isRequired && value === undefined);
}

/** Returns the rule of an object that one of its fields is neither added nor removed. */
export function unchangedPresence(name: string, visit: Visit): Rule {
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
