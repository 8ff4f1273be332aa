import type { z } from 'zod';
import { annotationOf } from '../annotation.ts';
import type { JsonSchemaProps } from '../open-api-schema.ts';
import type { Rule } from '../rule.ts';
import { wrappedType } from '../zod-definition.ts';
import { celField } from './cel-field.ts';
import type { Visit } from './visit.ts';

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
