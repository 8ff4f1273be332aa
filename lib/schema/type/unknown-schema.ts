import type { z } from 'zod';
import { $ZodType } from 'zod/v4/core';
import type { JsonSchemaProps } from '../open-api-schema.ts';
import { LinearPattern } from '../value/linear-pattern.ts';
import { type TypeDefinition, wrappedZodType, zodDefinition } from '../zod-definition.ts';
import { goPattern } from './go-pattern.ts';
import type { Visit } from './visit.ts';

/** The API server keeps any value. */
export const unknownSchema: JsonSchemaProps = { 'x-kubernetes-preserve-unknown-fields': true };

/** Returns the schema of a type that only zod validates; of objects the schema has the type. */
export function unreadSchema(type: z.core.$ZodType, visit: Visit): JsonSchemaProps {
  if (wrappedZodType(type) !== undefined) {
    return visit.refuse(
      'preserveUnknownFields(…) hides a default, or that the value is optional',
      'write .optional(), .nullable() and .default(…) after it: preserveUnknownFields(type).optional()',
    );
  }
  refuseUnknownPatterns(type, visit);
  const isObject = ['object', 'record'].includes(zodDefinition(type).type);
  return isObject ? { type: 'object', ...unknownSchema } : unknownSchema;
}

/** Refuses the patterns in a type that only zod checks, if RE2 doesn't support them: the manager uses RE2, too. */
function refuseUnknownPatterns(type: z.core.$ZodType, visit: Visit, seen = new Set<z.core.$ZodType>()): void {
  if (seen.has(type)) return;
  seen.add(type);
  const def = zodDefinition(type);
  for (const part of [def, ...(def.checks ?? []).map(({ _zod }) => _zod.def)]) {
    const patterns = Object.values(part).filter((value) => value instanceof RegExp);
    for (const pattern of patterns) if (LinearPattern.of(pattern) !== pattern) goPattern(pattern, visit);
  }
  for (const [inner, place] of innerTypePlaces(def, visit)) refuseUnknownPatterns(inner, place, seen);
}

/** Returns the types inside of a type, each with the place of its values. */
function innerTypePlaces(def: TypeDefinition, visit: Visit): (readonly [z.core.$ZodType, Visit])[] {
  switch (def.type) {
    case 'object':
      return [
        ...Object.entries(def.shape).map(([name, type]) => [type, visit.field(name)] as const),
        ...(def.catchall === undefined ? [] : [[def.catchall, visit.entry()] as const]),
      ];
    case 'array':
      return [[def.element, visit.item()]];
    case 'lazy':
      return [[def.getter(), visit]];
    case 'record':
    case 'map':
    case 'set':
      return zodTypesIn(def).map((type) => [type, visit.entry()]);
    case 'tuple':
      return zodTypesIn(def).map((type) => [type, visit.item()]);
    default:
      return zodTypesIn(def).map((type) => [type, visit]);
  }
}

function zodTypesIn(def: TypeDefinition): z.core.$ZodType[] {
  const parts: unknown[] = Object.values(def).flat();
  return parts.filter((part) => part instanceof $ZodType);
}
