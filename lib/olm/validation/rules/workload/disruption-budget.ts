import {
  type BundleContent,
  isEmptySelector,
  isSelectedBySelector,
  labelsOfMap,
  type Place,
} from '../../../content/index.ts';
import type { Violation } from '../../../finding/violation.ts';
import { bundleDeployments, type Deployment } from '../../model/workload/deployment.ts';
import { byObjectValidator } from '../../object-validator.ts';
import type { BundleRule } from '../../rule.ts';

/** Rules for pod disruption budgets. */
export const disruptionBudgetRules: readonly BundleRule[] = [
  {
    id: 'disruption-budget',
    demand: 'A PodDisruptionBudget allows draining of nodes, and selects pods of the operator.',
    *check(bundle) {
      for (const budget of bundle.manifestsOf('policy', 'PodDisruptionBudget')) yield* budgetViolations(budget, bundle);
    },
  },
];

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
