import { isJsonObject } from '../../../../schema/index.ts';
import { type SchemaFinding, schemaFindings } from '../../../../schema/structural/index.ts';
import { memoized, Place } from '../../../content/index.ts';
import type { DefinedVersion } from './definition.ts';

const findingsIn = memoized((version: object) => {
  const place = new Place('', version);
  const hasStatusSubresource = !place.at('subresources', 'status').isAbsent;
  return schemaFindings(place.at('schema', 'openAPIV3Schema').value, { hasStatusSubresource });
});

/** Returns the parts of a version's schema that API servers reject or drop; nothing without a schema. */
export function definedSchemaFindings({ schema, place: { value } }: DefinedVersion): readonly SchemaFinding[] {
  return schema.isAbsent || !isJsonObject(value) ? [] : findingsIn(value);
}

/**
 * Returns true if a schema is invalid, so that values can't be validated against it. Its CEL rules don't count: values
 * are validated against the others.
 */
export function isSchemaInvalid(version: DefinedVersion): boolean {
  return definedSchemaFindings(version).some(
    ({ effect, path }) => effect === 'refused' && !path.includes('x-kubernetes-validations'),
  );
}
