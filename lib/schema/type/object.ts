import type { z } from 'zod';
import type { Annotation } from '../annotation.ts';
import type { JsonSchemaProps } from '../open-api-schema.ts';
import { zodDefinition } from '../zod-definition.ts';
import { unknownSchema } from './unknown.ts';
import { canFieldReturn, isImmutableType, unchangedPresenceRule, withRules } from './validation-rule.ts';
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
export function objectSchema(
  { shape, catchall }: z.core.$ZodObjectDef,
  annotation: Annotation,
  visit: Visit,
): JsonSchemaProps {
  const schema = fieldsSchema(objectFields(shape, annotation, visit), visit);
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

/** Returns the place of the parts of an object or a map. */
export function innerVisit({ schema = {} }: Annotation, visit: Visit): Visit {
  return schema['x-kubernetes-map-type'] === 'atomic' ? visit.uncorrelated() : visit;
}

/** Returns the fields of an object of this shape. */
export function objectFields(shape: z.core.$ZodShape, annotation: Annotation, visit: Visit): Field[] {
  const place = innerVisit(annotation, visit);
  return Object.entries(shape).map(([name, type]) => {
    const isRequired = type._zod.optin === undefined;
    if (!isRequired) refuseInheritedName(name, place.field(name));
    return { name, schema: place.field(name).schemaOf(type), isRequired, isImmutable: isImmutableType(type) };
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
