// In: a zod type, as authors define specs and statuses.
// Out: its structural OpenAPI v3 schema, or everything about it that Kubernetes can't express.
// Called by `constructs/` for each version of a custom resource.

import type { z } from 'zod';
import type { JsonSchemaProps } from './json-schema-props.ts';
import type { Refusal } from './refusal.ts';
import { SchemaError } from './schema-error.ts';
import { typeSchema } from './type/type-schema.ts';
import { Visit } from './type/visit.ts';

/**
 * The structural schema of a zod type, in its *input* view: what has a default may be left out.
 *
 * What the API server accepts under the schema, `parse` does, and the other way round: patterns are matched by RE2 in both.
 * The exceptions: integers beyond ±(2^53 − 1), which JavaScript can't hold; odd URLs and email addresses, which Go and
 * JavaScript judge by themselves; and empty base64, which Go refuses.
 *
 * @param path - the name of the value, such as `spec`, with which the paths of refusals begin.
 * @throws SchemaError with all refusals, if the type says anything that Kubernetes can't express.
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema
 */
export function structuralSchema(type: z.ZodType, path = ''): JsonSchemaProps {
  const visit = Visit.begin(path, typeSchema);
  const schema = visit.schemaOf(type);
  if (visit.refusals.length > 0) throw new SchemaError(visit.refusals);
  return schema;
}

/** All that {@link structuralSchema} would refuse of a type, as values; empty if it has a schema. */
export function schemaRefusals(type: z.ZodType, path = ''): readonly Refusal[] {
  const visit = Visit.begin(path, typeSchema);
  visit.schemaOf(type);
  return visit.refusals;
}
