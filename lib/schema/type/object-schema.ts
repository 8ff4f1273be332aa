import type { z } from 'zod';
import { annotationOf } from '../annotation.ts';
import type { JsonSchemaProps } from '../open-api-schema.ts';
import type { Rule } from '../rule.ts';
import { wrappedZodType, zodDefinition } from '../zod-definition.ts';
import { celField } from './cel-field.ts';
import { unknownSchema } from './unknown-schema.ts';
import { withRules } from './validation-rule.ts';
import type { Visit } from './visit.ts';

/** A field of an object. */
export interface Field {
  readonly name: string;
  readonly schema: JsonSchemaProps;
  readonly isRequired: boolean;
  readonly isImmutable: boolean;
}

/**
 * Returns the schema of objects: the API server drops undeclared fields of strict and stripping ones, and keeps those
 * of loose ones.
 */
export function objectSchema({ shape, catchall }: z.core.$ZodObjectDef, visit: Visit): JsonSchemaProps {
  const schema = fieldsSchema(objectFields(shape, visit), visit);
  switch (catchall && zodDefinition(catchall).type) {
    case undefined:
    case 'never':
      return schema;
    case 'any':
    case 'unknown':
      return { ...schema, ...unknownSchema };
    default:
      return visit.refuse(
        "an object can't have both named fields and other fields of one type",
        'move the other fields into one field of type z.record(z.string(), …)',
      );
  }
}

/** Returns the fields of an object type, with their schemas. */
export function objectFields(shape: z.core.$ZodShape, visit: Visit): Field[] {
  return Object.entries(shape).map(([name, type]) => {
    const isRequired = type._zod.optin === undefined;
    if (!isRequired) refuseInheritedName(name, visit.field(name));
    return { name, schema: visit.field(name).schemaOf(type), isRequired, isImmutable: isImmutableType(type) };
  });
}

/**
 * Refuses a field with the name of a property that every JavaScript object inherits: if the field is absent, the
 * inherited property would be read.
 */
function refuseInheritedName(name: string, visit: Visit): void {
  if (!(name in Object.prototype)) return;
  visit.refuse(
    `every JavaScript object has a property ${name}, so the field can't be optional`,
    'give it another name',
  );
}

/** Returns the schema of objects with these fields. An optional immutable field can be neither added nor removed. */
export function fieldsSchema(fields: readonly Field[], visit: Visit): JsonSchemaProps {
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const rules = fields
    .filter(({ schema, isRequired, isImmutable }) => isImmutable && canFieldReturn(schema, isRequired))
    .map(({ name }) => unchangedPresenceRule(name, visit));
  const schema: JsonSchemaProps = {
    type: 'object',
    ...(fields.length > 0 && { properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])) }),
    ...(required.length > 0 && { required }),
  };
  return withRules(schema, rules, visit);
}

/** Returns the rule of an object that one of its fields is neither added nor removed. */
function unchangedPresenceRule(name: string, visit: Visit): Rule {
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

/**
 * Returns true if a field can be removed and added again with another value, unnoticed by its own rule. CEL treats null
 * as absent; a field with a default is never absent.
 */
function canFieldReturn({ nullable, default: value }: JsonSchemaProps, isRequired: boolean): boolean {
  return nullable === true || (!isRequired && value === undefined);
}

/** Returns true if a type, or a type that it wraps, is immutable. */
function isImmutableType(type: z.core.$ZodType): boolean {
  const inner = wrappedZodType(type);
  return annotationOf(type).isImmutable === true || (inner !== undefined && isImmutableType(inner));
}
