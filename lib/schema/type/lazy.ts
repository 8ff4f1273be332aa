import type { z } from 'zod';
import { definition } from '../definition.ts';
import type { JsonSchemaProps } from '../open-api-schema.ts';
import { unknownSchema } from './unknown.ts';
import type { Visit } from './visit.ts';

/** Returns the schema of a type that is created at first use: `z.json()`, or another one that isn't recursive. */
export function lazySchema({ getter }: z.core.$ZodLazyDef, visit: Visit): JsonSchemaProps {
  const type = getter();
  return isAnyJson(type) ? unknownSchema : visit.schemaOf(type);
}

/** `z.json()` has no mark: it is a union of all types of JSON, lists and maps of itself included. */
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
