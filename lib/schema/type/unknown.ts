import type { z } from 'zod';
import type { JsonSchemaProps } from '../open-api-schema.ts';
import { wrappedType, zodDefinition } from '../zod-definition.ts';
import { refuseUnknownPatterns } from './unread-pattern.ts';
import type { Visit } from './visit.ts';

/** The API server keeps any value. */
export const unknownSchema: JsonSchemaProps = { 'x-kubernetes-preserve-unknown-fields': true };

/** Returns the schema of a type that only zod validates; of objects the schema has the type. */
export function unreadSchema(type: z.core.$ZodType, visit: Visit): JsonSchemaProps {
  if (wrappedType(type) !== undefined) {
    return visit.refuse(
      'preserveUnknownFields(…) hides a default, or that the value is optional',
      'write .optional(), .nullable() and .default(…) after it: preserveUnknownFields(type).optional()',
    );
  }
  refuseUnknownPatterns(type, visit);
  const isObject = ['object', 'record'].includes(zodDefinition(type).type);
  return isObject ? { type: 'object', ...unknownSchema } : unknownSchema;
}
