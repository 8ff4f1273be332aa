import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { parse } from '../value/parse.ts';
import { filledDefault } from './filled-default.ts';
import { jsonType } from './json-type.ts';
import type { Visit } from './visit.ts';

/**
 * The schema of a type with a default.
 *
 * The API server puts the default in and then fills in the defaults inside of it, as zod does with `.prefault(…)`;
 * with `.default(…)` zod takes the value as it is. Hence the latter must be complete, and both must be valid.
 * The schema has it complete in any case: the API server tries rules on the default as it is written.
 */
export function defaultSchema(def: z.core.$ZodDefaultDef | z.core.$ZodPrefaultDef, visit: Visit): JsonSchemaProps {
  const known = visit.refusals.length;
  const schema = visit.schemaOf(def.innerType);
  if (visit.refusals.length > known) return schema;

  const value = jsonType.safeParse(def.defaultValue);
  if (!value.success || value.data === null) {
    return visit.refuse('the default is no JSON value other than null', 'write one, or .optional()');
  }
  if (!isDeepStrictEqual(def.defaultValue, value.data)) {
    return visit.refuse('the default is another value each time', 'write a value that does not change');
  }
  const parsed = parse(def.innerType, value.data, visit.path);
  if ('findings' in parsed) {
    const findings = parsed.findings.map(({ path, message }) => `${path}: ${message}`).join(', ');
    return visit.refuse(`the default is not valid: ${findings}`, 'write one that is');
  }
  if (def.type === 'default' && !isDeepStrictEqual(parsed.value, value.data)) {
    return visit.refuse(
      'the default lacks fields that have defaults of their own',
      'write .prefault(…) instead of .default(…)',
    );
  }
  return { ...schema, default: filledDefault(value.data, schema) };
}
