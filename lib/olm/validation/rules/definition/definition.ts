import { repeatedItems } from '../../../finding/repetition.ts';
import { bundleDefinitions } from '../../model/definition/definition.ts';
import type { BundleRule } from '../../rule.ts';

/** Rules of API servers for a definition, except for its versions. */
export const definitionRules: readonly BundleRule[] = [
  {
    id: 'definition-api-version',
    demand: 'A CustomResourceDefinition is of apiextensions.k8s.io/v1: Kubernetes has no other since 1.22.',
    rejection: { by: 'API server', message: 'the server could not find the requested resource' },
    *check({ definitions }) {
      for (const definition of definitions) {
        const place = definition.at('apiVersion');
        if (place.text === 'apiextensions.k8s.io/v1') continue;
        const what = `${place.text ?? 'nothing'} is not a version that API servers have`;
        yield { place, what, remedy: 'write apiextensions.k8s.io/v1, with a schema in each version' };
      }
    },
  },
  {
    id: 'definition-kind-twice',
    demand: 'No two definitions of a bundle define one kind of one group.',
    rejection: { by: 'operator-sdk', message: 'duplicate CRD "…" in bundle' },
    *check(bundle) {
      const definitions = bundleDefinitions(bundle);
      for (const { name, group, kind, place } of repeatedItems(
        definitions,
        ({ group, kind }) => kind && `${kind}.${group}`,
      )) {
        const first = definitions.find((other) => other.kind === kind && other.group === group);
        // A rule about objects reports a duplicate definition.
        if (first === undefined || first.name === name) continue;
        const what = `${first.place.file} also defines the kind ${kind} of ${group}`;
        yield { place: place.at('spec', 'names', 'kind'), what, remedy: 'keep one of them' };
      }
    },
  },
];
