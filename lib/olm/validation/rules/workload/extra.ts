import type { BundleContent, Place } from '../../../content/index.ts';
import type { Rule, Violation } from '../../rule.ts';
import { suggestedNamespace } from '../../suggested-namespace.ts';
import { type Deployment, deployments } from '../../workload/deployment.ts';
import { isEmptySelector, labelsAt, labelViolations, selects } from '../../workload/label-selector.ts';

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
    demand: 'A PriorityClass of the bundle is not the default for all pods of the cluster.',
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
    id: 'extra-data',
    demand: 'The data of a Secret, and the binaryData of a ConfigMap, are base64.',
    severity: 'error',
    *check(bundle) {
      const maps = [
        ...bundle.manifestsOf('', 'ConfigMap').map((each) => each.at('binaryData')),
        ...bundle.manifestsOf('', 'Secret').map((each) => each.at('data')),
      ];
      for (const [, place] of maps.flatMap(({ fields }) => fields)) {
        if (place.text === undefined || isBase64(place.text)) continue;
        yield { place, what: 'it is not base64', remedy: 'encode it, or write it into stringData of a Secret' };
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

function isBase64(text: string): boolean {
  return /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text.replace(/\s/g, ''));
}
