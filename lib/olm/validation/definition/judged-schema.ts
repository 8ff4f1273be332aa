import { schemaFindings } from '../../../schema/structural/index.ts';
import type { DefinedVersion } from './definition.ts';

type SchemaFindings = ReturnType<typeof schemaFindings>;

const judged = new WeakMap<object, SchemaFindings>();

/** What API servers refuse of the schema of a version, or drop; nothing where there is none. */
export function judgedSchema({ schema, place }: DefinedVersion): SchemaFindings {
  if (schema.isAbsent) return [];
  const known = typeof place.value === 'object' && place.value !== null ? place.value : schema;
  const hasStatusSubresource = !place.at('subresources', 'status').isAbsent;
  const found = judged.get(known) ?? schemaFindings(schema.value, { hasStatusSubresource });
  judged.set(known, found);
  return found;
}

/** Whether a schema says what nobody can hold values against. Its rules don't count: values are held against the others. */
export function isContradictory(version: DefinedVersion): boolean {
  return judgedSchema(version).some(
    ({ effect, path }) => effect === 'refused' && !path.includes('x-kubernetes-validations'),
  );
}
