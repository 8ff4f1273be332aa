import { readSchema } from '../../../../schema/structural/index.ts';
import { bundleDefinitions, schemaPlaceAt } from '../../model/definition/definition.ts';
import { definedSchemaFindings } from '../../model/definition/schema-findings.ts';
import type { BundleRule } from '../../rule.ts';

const label = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;

/** Rules of API servers for a definition's versions and their schemas. */
export const definitionVersionRules: readonly BundleRule[] = [
  {
    id: 'definition-versions',
    demand: 'A definition has versions of different names, of which one is stored, and at least one is served.',
    rejection: { by: 'API server', message: 'must have exactly one version marked as storage version' },
    *check(bundle) {
      for (const { place, versions } of bundleDefinitions(bundle)) {
        const list = place.at('spec', 'versions');
        if (versions.length === 0) {
          yield { place: list, what: 'the definition has no version', remedy: 'write one, such as v1alpha1' };
          continue;
        }
        const stored = versions.filter(({ isStored }) => isStored).map(({ name }) => name);
        if (stored.length !== 1) {
          const what = stored.length === 0 ? 'no version is stored' : `${stored.join(' and ')} are both stored`;
          yield { place: list, what, remedy: 'write storage: true in exactly one version' };
        }
        if (!versions.some(({ isServed }) => isServed)) {
          yield {
            place: list,
            rejection: { by: 'OLM', message: 'RequirementsNotMet: CRD version not served' },
            what: 'no version is served',
            remedy: 'write served: true in at least one version',
          };
        }
        for (const [index, { name, place: version }] of versions.entries()) {
          const remedy = 'write another name, such as v1beta1';
          if (!label.test(name)) {
            yield { place: version.at('name'), what: `${JSON.stringify(name)} is not a DNS label`, remedy };
          } else if (versions.findIndex((other) => other.name === name) < index) {
            yield { place: version.at('name'), what: `there are two versions ${name}`, remedy };
          }
        }
      }
    },
  },
  {
    id: 'definition-schema-missing',
    demand: 'Each version of a definition has a schema.',
    rejection: {
      by: 'API server',
      message: 'spec.versions[…].schema.openAPIV3Schema: Required value',
    },
    *check(bundle) {
      for (const { versions } of bundleDefinitions(bundle)) {
        for (const { name, schema } of versions) {
          if (!schema.isAbsent) continue;
          yield { place: schema, what: `the version ${name} has no schema`, remedy: 'write the schema of its objects' };
        }
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
    id: 'definition-deprecation',
    demand: 'Only a deprecated version has a deprecation warning, of at most 256 characters.',
    rejection: {
      by: 'API server',
      message: 'deprecationWarning: Invalid value: …: can only be set for deprecated versions',
    },
    *check(bundle) {
      for (const { versions } of bundleDefinitions(bundle)) {
        for (const { place } of versions) {
          const warning = place.at('deprecationWarning');
          if (warning.isAbsent) continue;
          const text = warning.text ?? '';
          if (place.at('deprecated').value !== true) {
            yield { place: warning, what: 'the version is not deprecated', remedy: 'also write deprecated: true' };
          } else if (text === '' || Buffer.byteLength(text) > 256 || /\p{Cc}/u.test(text)) {
            const what = 'it is not a line of 1 to 256 characters';
            yield { place: warning, what, remedy: 'name the replacement in one line' };
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
