import type { BundleContent, Place } from '../../../content/index.ts';
import { bundleDeployments } from '../../model/workload/deployment.ts';
import { byObjectValidator } from '../../object-validator.ts';
import type { BundleRule } from '../../rule.ts';
import { suggestedNamespace } from '../../suggested-namespace.ts';

/** Rules for objects besides the operator and its definitions. */
export const extraRules: readonly BundleRule[] = [
  {
    id: 'extra-namespace',
    demand: 'An object of the bundle has no namespace: OLM puts all into the namespace of the installation.',
    *check(bundle) {
      const expected = [suggestedNamespace(bundle), 'placeholder'];
      for (const place of extraObjects(bundle).map((object) => object.at('metadata', 'namespace'))) {
        if ((place.text ?? '') === '' || expected.includes(place.text)) continue;
        yield {
          place,
          what: `it won't be in ${place.text ?? ''}: OLM puts it into the namespace of the installation`,
          remedy: 'leave it out, or let the operator create the object in that namespace',
        };
      }
    },
  },
  {
    id: 'autoscaler-target',
    demand: 'A VerticalPodAutoscaler targets a Deployment of the bundle.',
    *check(bundle) {
      const names = bundleDeployments(bundle).map(({ name }) => name);
      for (const autoscaler of bundle.manifestsOf('autoscaling.k8s.io', 'VerticalPodAutoscaler')) {
        const target = autoscaler.at('spec', 'targetRef');
        const name = target.at('name').text;
        if (target.at('kind').text !== 'Deployment' || name === undefined || names.includes(name)) continue;
        yield {
          place: target.at('name'),
          what: `no Deployment of the bundle has the name ${name}`,
          remedy: `name ${names.join(' or ')}`,
        };
      }
    },
  },
  {
    id: 'priority-class',
    demand: 'A PriorityClass of the bundle is not the default for all pods of the cluster.',
    strict: byObjectValidator('globalDefault field cannot be set to true'),
    *check(bundle) {
      for (const priority of bundle.manifestsOf('scheduling.k8s.io', 'PriorityClass')) {
        if (priority.at('globalDefault').value !== true) continue;
        yield {
          place: priority.at('globalDefault'),
          what: 'it would be the priority of all pods of the cluster without a class',
          remedy: 'leave it out, and name the class in its pods',
        };
      }
    },
  },
];

/** Returns the manifests besides the ClusterServiceVersion and definitions. */
function extraObjects({ manifests }: BundleContent): readonly Place[] {
  return manifests.filter((manifest) => {
    const kind = manifest.at('kind').text;
    return kind !== undefined && kind !== 'ClusterServiceVersion' && kind !== 'CustomResourceDefinition';
  });
}
