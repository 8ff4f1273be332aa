import { schemaFindings } from '../../../schema/structural/index.ts';
import type { DefinedVersion } from './definition.ts';

type SchemaFindings = ReturnType<typeof schemaFindings>;

const findingsOf = new WeakMap<object, SchemaFindings>();

/** Returns the parts of a version's schema that API servers reject or drop; nothing without a schema. */
export function definedSchemaFindings({ schema, place }: DefinedVersion): SchemaFindings {
  if (schema.isAbsent) return [];
  const known = typeof place.value === 'object' && place.value !== null ? place.value : schema;
  const hasStatusSubresource = !place.at('subresources', 'status').isAbsent;
  const found = findingsOf.get(known) ?? schemaFindings(schema.value, { hasStatusSubresource });
  findingsOf.set(known, found);
  return found;
}

/**
 * Returns true if a schema is invalid, so that values can't be validated against it. Its CEL rules don't count: values
 * are validated against the others.
 */
export function isContradictory(version: DefinedVersion): boolean {
  return definedSchemaFindings(version).some(
    ({ effect, path }) => effect === 'refused' && !path.includes('x-kubernetes-validations'),
  );
}
