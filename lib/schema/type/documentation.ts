import { z } from 'zod';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { jsonType } from './json-type.ts';

/**
 * A schema with what `.describe(…)` and `.meta({ title, description, examples, deprecated })` say of its type.
 * Kubernetes has one example, and calls things deprecated in their description. Other metadata is not for it.
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
