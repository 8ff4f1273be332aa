import {
  type BundleContent,
  isEmptySelector,
  isSelectedBySelector,
  labelsOfMap,
  memoized,
  type Place,
} from '../../../content/index.ts';
import { placeRule, textRule } from '../../../finding/content-rule.ts';
import { byObjectValidator } from '../../../finding/rejection.ts';
import type { Violation } from '../../../finding/violation.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { suggestedNamespace } from '../../model/release/suggested-namespace.ts';
import { bundleDeployments, type Deployment, deploymentNames } from '../../model/workload/bundle-deployment.ts';

/** Rules for objects besides the operator and its definitions. */
export const extraRules: readonly BundleRule[] = [
  textRule({
    id: 'extra-namespace',
    demand: 'An object of the bundle has no namespace: OLM puts all into the namespace of the installation.',
    at: (bundle) => extraObjects(bundle).map((object) => object.at('metadata', 'namespace')),
    isRight: (text, bundle) => harmlessNamespaces(bundle).has(text),
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
    isRight: (text, bundle) => deploymentNames(bundle).includes(text),
    what: (text) => `no Deployment of the bundle has the name ${text}`,
    remedy: (_text, bundle) => `name ${deploymentNames(bundle).join(' or ')}`,
  }),
  placeRule({
    id: 'priority-class',
    demand: 'A PriorityClass of the bundle is not the default for all pods of the cluster.',
    strict: byObjectValidator('globalDefault field cannot be set to true'),
    at: (bundle) =>
      bundle.manifestsOf('scheduling.k8s.io', 'PriorityClass').map((priority) => priority.at('globalDefault')),
    isRight: ({ value }) => value !== true,
    what: 'it would be the priority of all pods of the cluster without a class',
    remedy: 'leave it out, and name the class in its pods',
  }),
  {
    id: 'disruption-budget',
    demand: 'A PodDisruptionBudget allows draining of nodes, and selects pods of the operator.',
    *check(bundle) {
      for (const budget of bundle.manifestsOf('policy', 'PodDisruptionBudget')) yield* budgetViolations(budget, bundle);
    },
  },
];

const harmlessNamespaces = memoized(
  (bundle: BundleContent) => new Set(['', 'placeholder', suggestedNamespace(bundle)]),
);

function extraObjects({ manifests }: BundleContent): readonly Place[] {
  return manifests.filter((manifest) => {
    const kind = manifest.at('kind').text;
    return kind !== undefined && kind !== 'ClusterServiceVersion' && kind !== 'CustomResourceDefinition';
  });
}

function* budgetViolations(budget: Place, bundle: BundleContent): Generator<Violation> {
  const [most, least] = [budget.at('spec', 'maxUnavailable'), budget.at('spec', 'minAvailable')];
  const selector = budget.at('spec', 'selector');
  const all = bundleDeployments(bundle);
  const isMeant = ({ place, labels }: Deployment) =>
    !selector.isAbsent &&
    (isSelectedBySelector(selector, labels) ||
      isSelectedBySelector(selector, labelsOfMap(place.at('spec', 'selector', 'matchLabels'))));
  // API servers refuse a budget with both.
  if (!most.isAbsent && !least.isAbsent) return;
  if (/^0+%?$/.test(String(most.value)) || String(least.value) === '100%') {
    yield {
      place: most.isAbsent ? least : most,
      strict: byObjectValidator('maxUnavailable field cannot be set to 0 or 0%'),
      what: 'no pod may be unavailable, so that no node with one can be drained',
      remedy: 'write maxUnavailable: 1',
    };
  } else if (isEveryPodNeeded(least, all.filter(isMeant))) {
    yield {
      place: least,
      what: 'it needs all pods, so that no node with one can be drained',
      remedy: 'write maxUnavailable: 1, or more replicas',
    };
  }
  if (selector.isAbsent) {
    yield {
      place: selector,
      what: 'without a selector it selects no pods; an empty one, {}, selects all',
      remedy: "write labels of a Deployment's pod template",
    };
  } else if (
    !isEmptySelector(selector) &&
    all.length > 0 &&
    !all.some(({ template }) => template.isAbsent) &&
    !all.some(isMeant)
  ) {
    yield {
      place: selector,
      what: 'it selects the pods of no Deployment of the bundle',
      remedy: "write labels of a Deployment's pod template",
    };
  }
}

/** Returns true if a budget's `minAvailable` is at least the number of pods. */
function isEveryPodNeeded(least: Place, meant: readonly Deployment[]): boolean {
  const replicas = meant.map(({ place }) => place.at('spec', 'replicas')).map(({ value }) => value ?? 1);
  const count = replicas.reduce<number>((sum, each) => sum + Number(each), 0);
  const share = /^(\d+)%$/.exec(least.text ?? '')?.[1];
  const needed = share === undefined ? least.value : Math.ceil((count * Number(share)) / 100);
  return typeof needed === 'number' && needed > 0 && count > 0 && needed >= count;
}
