import { fieldPath } from '../../field-path.ts';
import type { JsonObject } from '../../json.ts';
import { fieldSchema, type OpenApiSchema } from '../../open-api-schema.ts';
import { wrongCount } from '../../value/demand.ts';
import { firstFindings } from '../../value/finding.ts';
import type { ValueFinding } from '../finding.ts';
import type { Inside } from './inside.ts';

/** Returns the findings of a schema for an object: its number of fields, missing ones, and their values. */
export function objectErrors(schema: OpenApiSchema, object: JsonObject, { path, validity }: Inside): ValueFinding[] {
  const names = Object.keys(object);
  const missing = (schema.required ?? []).filter((name) => !Object.hasOwn(object, name));
  return [
    ...sizeFindings(schema, names.length, path),
    ...missing.map((name): ValueFinding => {
      return { reason: 'incomplete', path: fieldPath(path, name), message: 'is required' };
    }),
    ...firstFindings(Object.entries(object), ([name, value]): readonly ValueFinding[] => {
      const place = fieldPath(path, name);
      const inner = fieldSchema(schema, name);
      if (inner !== undefined) return validity(inner, value, place);
      if (schema.additionalProperties !== false) return [];
      return [{ reason: 'invalid', path: place, message: 'must not be set: additionalProperties is false' }];
    }),
  ];
}

function sizeFindings({ minProperties, maxProperties }: OpenApiSchema, count: number, path: string): ValueFinding[] {
  if (minProperties !== undefined && count < minProperties) {
    return [{ reason: 'invalid', path, message: wrongCount('at least', minProperties, 'entries', count) }];
  }
  if (maxProperties === undefined || count <= maxProperties) return [];
  return [{ reason: 'incomplete', path, message: wrongCount('at most', maxProperties, 'entries', count) }];
}
