import type { z } from 'zod';
import type { JsonSchemaProps } from '../open-api-schema.ts';
import type { Visit } from './visit.ts';

/** Refuses an optional item of a list or entry of a map: only fields can be absent. */
export function refuseAbsentPart(type: z.core.$ZodType, visit: Visit): void {
  if (type._zod.optin === undefined) return;
  visit.refuse('only fields can be left out', 'write the type without .optional() and .default(…)');
}

/**
 * Returns a schema that also accepts null.
 *
 * For null the API server checks the `enum` as well, but evaluates nothing inside of `allOf`.
 */
export function nullableSchema({ enum: choices, ...schema }: JsonSchemaProps): JsonSchemaProps {
  return choices === undefined
    ? { ...schema, nullable: true }
    : { ...schema, nullable: true, allOf: [...(schema.allOf ?? []), { enum: choices }] };
}
