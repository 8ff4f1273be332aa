// In: a zod type, as authors define specs and statuses.
// Out: its structural OpenAPI v3 schema, or every part of it that Kubernetes can't express. Called by `constructs/` for each
// version of a custom resource.

import type { z } from 'zod';
import type { JsonSchemaProps } from './open-api-schema.ts';
import { SchemaError, type UnsupportedType } from './schema-error.ts';
import { typeSchema } from './type/type-schema.ts';
import { Visit } from './type/visit.ts';

/**
 * Returns the structural schema of a zod type in its *input* view: fields with a default may be absent.
 *
 * `parse` accepts exactly the values that the API server accepts under the schema; both match patterns by RE2. There are five exceptions: integers beyond ±(2^53 − 1), which JavaScript can't hold; unusual URLs and email addresses, for which Go's and JavaScript's checks differ; empty base64, which Go rejects; a list in place of a string with a format, which API servers accept; and a fraction near a choice of whole numbers and fractions, such as 1.7 for `z.literal([1, 2.5])`, which they convert.
 *
 * @param path - the name of the value, such as `spec`, with which the paths of errors begin.
 * @throws SchemaError with all refusals, if Kubernetes can't express a part of the type.
 * @see
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema
 * @example
 * structuralSchema(z.object({ size: z.int32().min(1).default(3) }));
 * // { type: 'object', properties: { size: { type: 'integer', format: 'int32', minimum: 1, default: 3 } } }
 */
export function structuralSchema(type: z.ZodType, path = ''): JsonSchemaProps {
  const { schema, refusals } = schemaOfType(type, path);
  if (refusals.length > 0) throw new SchemaError(refusals);
  return schema;
}

/**
 * Returns the refusals for which a zod type has no structural schema, as values; empty if it has one.
 *
 * @example
 * schemaRefusals(z.object({ since: z.date() }), 'spec');
 * // [{ path: 'spec.since', message: 'JSON has no Date', remedy: 'write z.iso.datetime()' }]
 */
export function schemaRefusals(type: z.ZodType, path = ''): readonly UnsupportedType[] {
  return schemaOfType(type, path).refusals;
}

/** Returns the structural schema of a zod type, without the parts that Kubernetes can't express, and their refusals. */
export function schemaOfType(
  type: z.ZodType,
  path = '',
): { readonly schema: JsonSchemaProps; readonly refusals: readonly UnsupportedType[] } {
  const visit = Visit.begin(path, typeSchema);
  return { schema: visit.schemaOf(type), refusals: visit.refusals };
}
