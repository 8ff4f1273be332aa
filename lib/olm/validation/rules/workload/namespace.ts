import type { BundleContent, Place } from '../../../content/index.ts';
import type { Rule } from '../../rule.ts';
import { suggestedNamespace } from '../../suggested-namespace.ts';

/** What is demanded of the namespaces of objects that the bundle brings beside the operator and its definitions. */
export const namespaceRules: readonly Rule[] = [
  {
    id: 'extra-namespace',
    demand: 'An object of the bundle names no namespace: OLM puts all into the one that somebody chooses.',
    *check(bundle) {
      const expected = [suggestedNamespace(bundle), 'placeholder'];
      for (const place of objectsBeside(bundle).map((object) => object.at('metadata', 'namespace'))) {
        if ((place.text ?? '') === '' || expected.includes(place.text)) continue;
        yield {
          place,
          what: `it won't be in ${place.text ?? ''}: OLM puts it into the namespace of the operator, which somebody chooses`,
          remedy: 'leave it out, or let the operator make the object where it belongs',
        };
      }
    },
  },
];

/** What is neither the ClusterServiceVersion nor a definition. */
function objectsBeside({ manifests }: BundleContent): readonly Place[] {
  return manifests.filter((manifest) => {
    const kind = manifest.at('kind').text;
    return kind !== undefined && kind !== 'ClusterServiceVersion' && kind !== 'CustomResourceDefinition';
  });
}
