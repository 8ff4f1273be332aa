import type { z } from 'zod';
import { definition } from '../definition.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { unknownSchema } from './unknown.ts';
import type { Visit } from './visit.ts';

/** The schema of a type that is made on first use: `z.json()`, or any other that doesn't lead back to itself. */
export function lazySchema({ getter }: z.core.$ZodLazyDef, visit: Visit): JsonSchemaProps {
  const type = getter();
  return isAnyJson(type) ? unknownSchema : visit.schemaOf(type);
}

/** `z.json()` has no mark of its own: it is a union of all that JSON has, lists and maps of itself included. */
function isAnyJson(type: z.core.$ZodType): boolean {
  const union = definition(type);
  if (union.type !== 'union') return false;
  const options = union.options.map(definition);
  return (
    ['string', 'number', 'boolean', 'null'].every((scalar) => options.some((option) => option.type === scalar)) &&
    options.some((option) => option.type === 'array' && definition(option.element).type === 'lazy') &&
    options.some((option) => option.type === 'record' && definition(option.valueType).type === 'lazy')
  );
}
