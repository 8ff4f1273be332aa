import type { z } from 'zod';
import type { Annotation } from '../annotation.ts';
import { definition } from '../definition.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { canReturn, isImmutable, unchangedPresence } from './immutable-field.ts';
import { unknownSchema } from './unknown.ts';
import { withRules } from './validation-rule.ts';
import type { Visit } from './visit.ts';

/** A field of an object. */
export interface Field {
  readonly name: string;
  readonly schema: JsonSchemaProps;
  readonly isRequired: boolean;
  readonly isImmutable: boolean;
}

/** The schema of objects: of strict and stripping ones the API server drops fields that aren't declared, of loose ones it keeps them. */
export function objectSchema(
  { shape, catchall }: z.core.$ZodObjectDef,
  annotation: Annotation,
  visit: Visit,
): JsonSchemaProps {
  const schema = fieldsSchema(objectFields(shape, annotation, visit), visit);
  switch (catchall && definition(catchall).type) {
    case undefined:
    case 'never':
      return schema;
    case 'any':
    case 'unknown':
      return { ...schema, ...unknownSchema };
    default:
      return visit.refuse(
        "an object can't have named fields and besides any others of one type",
        'put the others into a field of their own, of type z.record(z.string(), …)',
      );
  }
}

/** The place of what is inside of an object or a map. */
export function inside({ schema = {} }: Annotation, visit: Visit): Visit {
  return schema['x-kubernetes-map-type'] === 'atomic' ? visit.uncorrelated() : visit;
}

/** The fields of an object of this shape. */
export function objectFields(shape: z.core.$ZodShape, annotation: Annotation, visit: Visit): Field[] {
  const place = inside(annotation, visit);
  return Object.entries(shape).map(([name, type]) => {
    const isRequired = type._zod.optin === undefined;
    if (!isRequired) refuseInherited(name, place.field(name));
    return { name, schema: place.field(name).schemaOf(type), isRequired, isImmutable: isImmutable(type) };
  });
}

/** Refuses that a field is called as what every object of JavaScript has: where it isn't written, that is found instead. */
function refuseInherited(name: string, visit: Visit): void {
  if (!(name in Object.prototype)) return;
  visit.refuse(`every object has something called ${name}, so the field can't be left out`, 'give it another name');
}

/** The schema of objects with these fields. An immutable field that may be absent can be neither added nor removed. */
export function fieldsSchema(fields: readonly Field[], visit: Visit): JsonSchemaProps {
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const rules = fields
    .filter(({ schema, isRequired, isImmutable }) => isImmutable && canReturn(schema, isRequired))
    .map(({ name }) => unchangedPresence(name, visit));
  const schema: JsonSchemaProps = {
    type: 'object',
    ...(fields.length > 0 && { properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])) }),
    ...(required.length > 0 && { required }),
  };
  return withRules(schema, rules, visit);
}
