import type { BundleContent, Place } from '../../../content/index.ts';
import type { BundleRule } from '../../rule.ts';
import { suggestedNamespace } from '../../suggested-namespace.ts';

/** Rules for the namespaces of objects besides the operator and its definitions. */
export const namespaceRules: readonly BundleRule[] = [
  {
    id: 'extra-namespace',
    demand: 'An object of the bundle has no namespace: OLM puts all into the namespace of the installation.',
    *check(bundle) {
      const expected = [suggestedNamespace(bundle), 'placeholder'];
      for (const place of objectsBeside(bundle).map((object) => object.at('metadata', 'namespace'))) {
        if ((place.text ?? '') === '' || expected.includes(place.text)) continue;
        yield {
          place,
          what: `it won't be in ${place.text ?? ''}: OLM puts it into the namespace of the installation`,
          remedy: 'leave it out, or let the operator create the object in that namespace',
        };
      }
    },
  },
];

/** Returns the manifests besides the ClusterServiceVersion and definitions. */
function objectsBeside({ manifests }: BundleContent): readonly Place[] {
  return manifests.filter((manifest) => {
    const kind = manifest.at('kind').text;
    return kind !== undefined && kind !== 'ClusterServiceVersion' && kind !== 'CustomResourceDefinition';
  });
}
