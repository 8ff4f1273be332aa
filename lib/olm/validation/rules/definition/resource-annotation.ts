import { isJsonObject } from '../../../../api/index.ts';
import { valueFindings } from '../../../../schema/structural/index.ts';
import { serviceAnnotation } from '../../../content/index.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { bundleDefinitions, definedVersion } from '../../model/definition/bundle-definition.ts';
import { ownedEntries } from '../../model/definition/owned-entry.ts';
import { placeBelow } from '../../place-path.ts';

/** Rules for the annotations that describe the operator's kinds to consoles. */
export const resourceAnnotationRules: readonly BundleRule[] = [
  {
    id: 'initialization-resource',
    demand: 'The resource that a console proposes after the installation is one valid object in JSON of an owned kind.',
    *check(bundle) {
      const place = serviceAnnotation(bundle, 'operatorframework.io/initialization-resource');
      const { json } = place;
      // A rule about annotations reports a value that is not an object in JSON.
      if (!isJsonObject(json.value)) return;
      const [apiVersion = '', kind = ''] = ['apiVersion', 'kind'].map((field) => json.at(field).text);
      const isOwned = ownedEntries(bundle).some(
        (entry) => entry.kind === kind && `${entry.group}/${entry.version}` === apiVersion,
      );
      if (!isOwned) {
        const what = `${kind || 'something'} of ${apiVersion || 'no API'} is not owned by the operator`;
        yield { place, what, remedy: 'write a resource of one of its own kinds' };
      }
      const found = definedVersion(bundleDefinitions(bundle), apiVersion, kind);
      if (found === undefined || found.version.schema.isAbsent) return;
      for (const { path, message } of valueFindings(found.version.schema.value, json.value)) {
        yield { place: placeBelow(place, path), what: message, remedy: 'write a value that is valid for the schema' };
      }
    },
  },
  {
    id: 'internal-objects',
    demand: 'The list of kinds that consoles hide is a list in JSON, of definitions that the operator owns.',
    *check(bundle) {
      const place = serviceAnnotation(bundle, 'operators.operatorframework.io/internal-objects');
      const { json } = place;
      const owned = new Set(ownedEntries(bundle).map(({ name }) => name));
      for (const item of json.items) {
        if (item.text !== undefined && owned.has(item.text)) continue;
        const remedy = `name ${[...owned].join(' or ') || 'a definition that it owns'}`;
        yield { place: item, what: `the operator owns no definition ${JSON.stringify(item.value)}`, remedy };
      }
    },
  },
];
