import type { BundleContent, Place } from '../../../content/index.ts';
import { textRule } from '../../../finding/text-rule.ts';
import { bundleDeployments } from '../../model/workload/deployment.ts';
import { byObjectValidator } from '../../object-validator.ts';
import type { BundleRule } from '../../rule.ts';
import { suggestedNamespace } from '../../suggested-namespace.ts';

/** Rules for objects besides the operator and its definitions. */
export const extraRules: readonly BundleRule[] = [
  textRule({
    id: 'extra-namespace',
    demand: 'An object of the bundle has no namespace: OLM puts all into the namespace of the installation.',
    at: (bundle) => extraObjects(bundle).map((object) => object.at('metadata', 'namespace')),
    isRight: (text, bundle) => ['', 'placeholder', suggestedNamespace(bundle)].includes(text),
    what: (text) => `it won't be in ${text}: OLM puts it into the namespace of the installation`,
    remedy: 'leave it out, or let the operator create the object in that namespace',
  }),
  textRule({
    id: 'autoscaler-target',
    demand: 'A VerticalPodAutoscaler targets a Deployment of the bundle.',
    at: (bundle) =>
      bundle
        .manifestsOf('autoscaling.k8s.io', 'VerticalPodAutoscaler')
        .map((autoscaler) => autoscaler.at('spec', 'targetRef'))
        .filter((target) => target.at('kind').text === 'Deployment')
        .map((target) => target.at('name')),
    isRight: (text, bundle) => bundleDeployments(bundle).some(({ name }) => name === text),
    what: (text) => `no Deployment of the bundle has the name ${text}`,
    remedy: (_text, bundle) =>
      `name ${bundleDeployments(bundle)
        .map(({ name }) => name)
        .join(' or ')}`,
  }),
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
