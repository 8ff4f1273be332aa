import { readSchema } from '../../../../schema/structural/index.ts';
import { bundleDefinitions, schemaPlaceAt } from '../../model/definition/definition.ts';
import { definedSchemaFindings } from '../../model/definition/schema-findings.ts';
import type { BundleRule } from '../../rule.ts';

/** Rules of API servers for a definition's versions and their schemas. */
export const definitionVersionRules: readonly BundleRule[] = [
  {
    id: 'definition-versions',
    demand: 'At least one version of a definition is served.',
    rejection: { by: 'OLM', message: 'RequirementsNotMet: CRD version not served' },
    *check(bundle) {
      for (const { place, versions } of bundleDefinitions(bundle)) {
        if (versions.length === 0 || versions.some(({ isServed }) => isServed)) continue;
        const remedy = 'write served: true in at least one version';
        yield { place: place.at('spec', 'versions'), what: 'no version is served', remedy };
      }
    },
  },
  {
    id: 'definition-schema',
    demand: 'The schemas of a definition are structural, their defaults are valid, and their rules are CEL.',
    rejection: { by: 'API server', message: 'openAPIV3Schema' },
    *check(bundle) {
      for (const { versions } of bundleDefinitions(bundle)) {
        for (const version of versions) {
          for (const { effect, path, message, remedy } of definedSchemaFindings(version)) {
            if (effect === 'refused') yield { place: schemaPlaceAt(version.schema, path), what: message, remedy };
          }
        }
      }
    },
  },
  {
    id: 'definition-keyword',
    demand: 'A schema has only keywords that Kubernetes knows: others are dropped, and not validated.',
    *check(bundle) {
      for (const { versions } of bundleDefinitions(bundle)) {
        for (const { schema } of versions) {
          if (schema.isAbsent) continue;
          for (const { effect, path, message, remedy } of readSchema(schema.value).findings) {
            if (effect === 'dropped') yield { place: schemaPlaceAt(schema, path), what: message, remedy };
          }
        }
      }
    },
  },
  {
    id: 'definition-stored-version',
    demand: 'The manifest of a definition has no status, or names only its own versions in it.',
    *check(bundle) {
      for (const { place, versions } of bundleDefinitions(bundle)) {
        for (const stored of place.at('status', 'storedVersions').items) {
          if (versions.some(({ name }) => name === stored.text)) continue;
          const what = `${JSON.stringify(stored.value)} is not one of its versions`;
          yield { place: stored, what, remedy: 'leave out the status: it comes from a cluster' };
        }
      }
    },
  },
];
