import { z } from 'zod';
import type { JsonSchemaProps } from '../open-api-schema.ts';
import { jsonType } from './json-type.ts';

/**
 * Returns a schema with the values of `.describe(…)` and `.meta({ title, description, examples, deprecated
 * })`. Kubernetes has one example, and marks deprecation in the description. Other metadata is ignored.
 */
export function documented(type: z.core.$ZodType, schema: JsonSchemaProps): JsonSchemaProps {
  const { title, description = schema.description, examples, deprecated } = z.globalRegistry.get(type) ?? {};
  const sentences = [description, deprecated === true ? 'Deprecated.' : undefined].filter((text) => text !== undefined);
  const example = Array.isArray(examples) ? jsonType.safeParse(examples[0]) : undefined;
  return {
    ...schema,
    ...(title !== undefined && { title }),
    ...(sentences.length > 0 && { description: sentences.join(' ') }),
    ...(example?.success === true && { example: example.data }),
  };
}
