import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { withDefaults } from '../default-value.ts';
import type { JsonSchemaProps } from '../open-api-schema.ts';
import { parse } from '../value/parse.ts';
import type { Visit } from './visit.ts';

/**
 * Returns the schema of a type with a default.
 *
 * The API server adds the default and then the defaults inside of it, as zod does with `.prefault(…)`; with
 * `.default(…)` zod leaves the value unchanged. So the value of `.default(…)` must be complete, and both must be valid.
 * The schema always has the complete value: the API server evaluates rules on the default as the schema has it.
 */
export function defaultSchema(def: z.core.$ZodDefaultDef | z.core.$ZodPrefaultDef, visit: Visit): JsonSchemaProps {
  const known = visit.refusals.length;
  const schema = visit.schemaOf(def.innerType);
  if (visit.refusals.length > known) return schema;

  const value = jsonType.safeParse(def.defaultValue);
  if (!value.success || value.data === null) {
    return visit.refuse("the default is null or can't be written in JSON", 'write another default, or .optional()');
  }
  if (!isDeepStrictEqual(def.defaultValue, value.data)) {
    return visit.refuse('the default changes at each call', 'write a constant value');
  }
  const parsed = parse(def.innerType, value.data, visit.path);
  if ('findings' in parsed) {
    const findings = parsed.findings.map(({ path, message }) => `${path}: ${message}`).join(', ');
    return visit.refuse(`the default is not valid: ${findings}`, 'write a valid default');
  }
  if (def.type === 'default' && !isDeepStrictEqual(parsed.value, value.data)) {
    return visit.refuse(
      'fields with defaults of their own are missing in the default',
      'write .prefault(…) instead of .default(…)',
    );
  }
  return { ...schema, default: withDefaults(schema, value.data) };
}

/** The type of all JSON values. Shared, because its creation takes longer than most validations. */
export const jsonType = z.json();
