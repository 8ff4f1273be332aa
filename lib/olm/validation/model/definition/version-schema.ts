import { isJsonObject } from '../../../../api/index.ts';
import {
  type OpenApiSchema,
  readSchema,
  type SchemaFinding,
  schemaFindings,
} from '../../../../schema/structural/index.ts';
import { memoized, Place } from '../../../content/index.ts';
import type { DefinedVersion } from './bundle-definition.ts';

/** Returns the schema of a version; undefined if there is none. */
export function versionSchema({ schema }: DefinedVersion): OpenApiSchema | undefined {
  return isJsonObject(schema.value) ? readSchema(schema.value).schema : undefined;
}

/**
 * Returns true if a version's schema is invalid, so that values can't be validated against it. Its CEL rules don't
 * count: values are validated against the others.
 */
export function isVersionSchemaInvalid(version: DefinedVersion): boolean {
  return versionSchemaFindings(version).some(
    ({ effect, path }) => effect === 'refused' && !path.includes('x-kubernetes-validations'),
  );
}

/** Returns the parts of a version's schema that API servers reject or drop; nothing without a schema. */
export function versionSchemaFindings({ schema, place: { value } }: DefinedVersion): readonly SchemaFinding[] {
  return schema.isAbsent || !isJsonObject(value) ? [] : findingsIn(value);
}

const findingsIn = memoized((version: object) => {
  const place = new Place('', version);
  const hasStatusSubresource = !place.at('subresources', 'status').isAbsent;
  return schemaFindings(place.at('schema', 'openAPIV3Schema').value, { hasStatusSubresource });
});
