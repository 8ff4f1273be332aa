import { type BundleContent, isEmptySelector, labelsAt, type Place, selects } from '../../../content/index.ts';
import type { Violation } from '../../../finding/violation.ts';
import type { Rule } from '../../rule.ts';
import { suggestedNamespace } from '../../suggested-namespace.ts';
import { type Deployment, deployments } from '../../workload/deployment.ts';
import { labelViolations } from '../../workload/label-selector.ts';

/** What is demanded of the objects that the bundle brings beside the operator and its definitions. */
export const extraRules: readonly Rule[] = [
  {
    id: 'extra-namespace',
    demand: 'An object of the bundle names no namespace: OLM puts all into the one that somebody chooses.',
    severity: 'warning',
    *check(bundle) {
      const expected = [suggestedNamespace(bundle), 'placeholder'];
      for (const place of extras(bundle).map((extra) => extra.at('metadata', 'namespace'))) {
        if ((place.text ?? '') === '' || expected.includes(place.text)) continue;
        yield {
          place,
          what: `it won't be in ${place.text ?? ''}: OLM puts it into the namespace of the operator, which somebody chooses`,
          remedy: 'leave it out, or let the operator make the object where it belongs',
        };
      }
    },
  },
  {
    id: 'disruption-budget',
    demand: 'A PodDisruptionBudget lets nodes be drained, and is about pods of the operator.',
    severity: 'error',
    *check(bundle) {
      for (const budget of bundle.manifestsOf('policy', 'PodDisruptionBudget')) yield* budgetViolations(budget, bundle);
    },
  },
  {
    id: 'priority-class',
    demand:
      'A PriorityClass of the bundle is not the default for all pods of the cluster, nor one of Kubernetes itself.',
    severity: 'error',
    *check(bundle) {
      for (const place of bundle
        .manifestsOf('scheduling.k8s.io', 'PriorityClass')
        .map((each) => each.at('globalDefault'))) {
        if (place.value !== true) continue;
        yield {
          place,
          what: 'it would be the priority of all pods of the cluster that name none',
          remedy: 'leave it out, and name the class in the pods that it is for',
        };
      }
      for (const priority of bundle.manifestsOf('scheduling.k8s.io', 'PriorityClass')) {
        const [name, value] = [priority.at('metadata', 'name'), priority.at('value')];
        if (name.text?.startsWith('system-') === true) {
          yield { place: name, what: "such names are Kubernetes' own", remedy: "call it otherwise than 'system-…'" };
        } else if (typeof value.value === 'number' && value.value > highestPriority) {
          yield {
            place: value,
            what: `priorities above ${highestPriority} are those of Kubernetes itself`,
            remedy: `write ${highestPriority} at most`,
          };
        }
      }
    },
  },
  {
    id: 'autoscaler-target',
    demand: 'A VerticalPodAutoscaler is about a Deployment of the bundle.',
    severity: 'warning',
    *check(bundle) {
      const names = deployments(bundle).map(({ name }) => name);
      for (const autoscaler of bundle.manifestsOf('autoscaling.k8s.io', 'VerticalPodAutoscaler')) {
        const target = autoscaler.at('spec', 'targetRef');
        const name = target.at('name').text;
        if (target.at('kind').text !== 'Deployment' || name === undefined || names.includes(name)) continue;
        yield {
          place: target.at('name'),
          what: `no Deployment of the bundle is called ${name}`,
          remedy: `name ${names.join(' or ')}`,
        };
      }
    },
  },
  {
    id: 'label',
    demand: 'Labels have names and values that API servers accept.',
    severity: 'error',
    *check(bundle) {
      const made = deployments(bundle).flatMap(({ place, template }) => [
        place.at('label'),
        template.at('metadata', 'labels'),
      ]);
      for (const labels of [...bundle.manifests.map((each) => each.at('metadata', 'labels')), ...made]) {
        yield* labelViolations(labels);
      }
    },
  },
];

/** @see https://kubernetes.io/docs/concepts/scheduling-eviction/pod-priority-preemption/#priorityclass */
const highestPriority = 1_000_000_000;

/** What is neither the ClusterServiceVersion nor a definition. */
function extras({ manifests }: BundleContent): readonly Place[] {
  return manifests.filter((manifest) => {
    const kind = manifest.at('kind').text;
    return kind !== undefined && kind !== 'ClusterServiceVersion' && kind !== 'CustomResourceDefinition';
  });
}

function* budgetViolations(budget: Place, bundle: BundleContent): Generator<Violation> {
  const [most, least] = [budget.at('spec', 'maxUnavailable'), budget.at('spec', 'minAvailable')];
  const selector = budget.at('spec', 'selector');
  const all = deployments(bundle);
  const isMeant = ({ place, labels }: Deployment) =>
    selects(selector, labels) || selects(selector, labelsAt(place.at('spec', 'selector', 'matchLabels')));
  if (!most.isAbsent && !least.isAbsent) {
    yield {
      place: least,
      what: 'it says how many may be missing and how many must be there',
      remedy: 'leave one of the two out',
    };
  } else if ([most, least].some(isNoNumber)) {
    const place = isNoNumber(most) ? most : least;
    yield {
      place,
      what: `${JSON.stringify(place.value)} is no number of pods`,
      remedy: 'write a whole number such as 1, or a share of up to 100%',
    };
  } else if (/^0+%?$/.test(String(most.value)) || String(least.value) === '100%') {
    yield {
      place: most.isAbsent ? least : most,
      what: 'no pod may ever be missing, so that no node with one can be drained',
      remedy: 'write maxUnavailable: 1',
    };
  } else if (isEveryPodNeeded(least, all.filter(isMeant))) {
    yield {
      place: least,
      severity: 'warning',
      what: 'there are no more pods than must be there, so that no node with one can be drained',
      remedy: 'write maxUnavailable: 1, or more replicas',
    };
  }
  if (
    !isEmptySelector(selector) &&
    all.length > 0 &&
    !all.some(({ template }) => template.isAbsent) &&
    !all.some(isMeant)
  ) {
    yield {
      place: selector,
      severity: 'warning',
      what: 'it selects the pods of no Deployment of the bundle',
      remedy: "write labels of a Deployment's pod template",
    };
  }
}

/** Whether a budget's `minAvailable` is as many pods as there are, or more. */
function isEveryPodNeeded(least: Place, meant: readonly Deployment[]): boolean {
  const replicas = meant.map(({ place }) => place.at('spec', 'replicas')).map(({ value }) => value ?? 1);
  const count = replicas.reduce<number>((sum, each) => sum + Number(each), 0);
  const share = /^(\d+)%$/.exec(least.text ?? '')?.[1];
  const needed = share === undefined ? least.value : Math.ceil((count * Number(share)) / 100);
  return typeof needed === 'number' && needed > 0 && count > 0 && needed >= count;
}

function isNoNumber({ value, text }: Place): boolean {
  if (text !== undefined) return !/^\d+%$/.test(text) || Number(text.slice(0, -1)) > 100;
  return typeof value === 'number' && value < 0;
}
