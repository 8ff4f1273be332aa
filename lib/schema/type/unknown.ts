import type { z } from 'zod';
import { definition, wrapped } from '../definition.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { refuseUnknownPatterns } from './unread-pattern.ts';
import type { Visit } from './visit.ts';

/** Whatever it is, the API server keeps it. */
export const unknownSchema: JsonSchemaProps = { 'x-kubernetes-preserve-unknown-fields': true };

/** The schema of a type that the API server isn't told of; of an object it is told that much. */
export function unreadSchema(type: z.core.$ZodType, visit: Visit): JsonSchemaProps {
  if (wrapped(type) !== undefined) {
    return visit.refuse(
      'preserveUnknownFields(…) hides a default, or that the value may be left out',
      'write .optional(), .nullable() and .default(…) after it: preserveUnknownFields(type).optional()',
    );
  }
  refuseUnknownPatterns(type, visit);
  const isObject = ['object', 'record'].includes(definition(type).type);
  return isObject ? { type: 'object', ...unknownSchema } : unknownSchema;
}
