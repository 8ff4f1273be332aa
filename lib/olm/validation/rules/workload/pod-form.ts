import type { Place } from '../../../content/index.ts';
import type { Violation } from '../../../finding/violation.ts';
import { bundleDeployments, type Deployment } from '../../model/workload/deployment.ts';
import { labelSelectorViolations } from '../../model/workload/label-selector.ts';
import { placesAt } from '../../place-path.ts';
import type { BundleRule } from '../../rule.ts';

/** Rules of API servers for combinations of a pod's fields. */
export const podFormRules: readonly BundleRule[] = [
  {
    id: 'deployment-deadline',
    demand: 'The deadline of a Deployment’s update is longer than minReadySeconds.',
    rejection: { by: 'API server', message: 'must be greater than minReadySeconds' },
    *check(bundle) {
      for (const { place } of bundleDeployments(bundle)) {
        const deadline = place.at('spec', 'progressDeadlineSeconds');
        const least = place.at('spec', 'minReadySeconds').value ?? 0;
        const most = deadline.value ?? defaultDeadlineSeconds;
        if (typeof most !== 'number' || typeof least !== 'number' || most < 0 || most > least) continue;
        yield {
          place: deadline,
          what: `API servers reject a deadline of ${most} s for pods that have to be ready for ${least} s`,
          remedy: `write more than ${least}`,
        };
      }
    },
  },
  {
    id: 'pod-dns',
    demand: 'A pod without the cluster’s DNS has its own DNS servers.',
    rejection: {
      by: 'API server',
      message: 'dnsConfig…: Required value: must provide',
    },
    *check(bundle) {
      for (const { pod } of bundleDeployments(bundle)) {
        const place = pod.at('dnsConfig', 'nameservers');
        if (pod.at('dnsPolicy').text !== 'None' || place.items.length > 0) continue;
        yield {
          place,
          what: 'API servers reject dnsPolicy: None without a name server',
          remedy: 'list one, or leave dnsPolicy out',
        };
      }
    },
  },
  {
    id: 'pod-affinity',
    demand: 'The affinity of pods has valid selectors.',
    rejection: { by: 'API server', message: 'spec.template.spec.affinity.' },
    *check(bundle) {
      for (const { pod } of bundleDeployments(bundle)) {
        for (const selector of selectors.flatMap((path) => placesAt(pod, path))) {
          yield* labelSelectorViolations(selector);
        }
        for (const requirement of requirements.flatMap((path) => placesAt(pod, path))) {
          yield* affinityRequirementViolations(requirement);
        }
      }
    },
  },
  {
    id: 'host-port',
    demand: 'A port of the node belongs to one container; in the node’s network it equals the container’s port.',
    rejection: { by: 'API server', message: 'hostPort: ' },
    *check(bundle) {
      for (const deployment of bundleDeployments(bundle)) yield* hostPortViolations(deployment);
    },
  },
  {
    id: 'deployment-rolling-update',
    demand: 'A rolling update allows more or fewer pods for a while.',
    rejection: { by: 'API server', message: 'spec.strategy.rollingUpdate.…: Invalid value' },
    *check(bundle) {
      for (const { place } of bundleDeployments(bundle)) {
        const update = place.at('spec', 'strategy', 'rollingUpdate');
        const [more, less] = [update.at('maxSurge'), update.at('maxUnavailable')];
        const wrong = [more, less].filter(({ value, text }) => !isPercentage(text) && Number(value ?? 0) < 0);
        const unclear = [more, less].filter(({ text }) => text !== undefined && !isPercentage(text));
        for (const share of [...wrong, ...unclear]) {
          yield {
            place: share,
            what: `${JSON.stringify(share.value)} is not a number of pods`,
            remedy: 'write a whole number such as 1, or a share such as 25%',
          };
        }
        if (!isZeroAmount(more) || !isZeroAmount(less)) continue;
        yield {
          place: less,
          what: 'it allows neither more nor fewer pods, so that no pod could be replaced, which API servers reject',
          remedy: 'write 1 for one of the two',
        };
      }
    },
  },
  {
    id: 'toleration',
    demand: 'A toleration has the key of its taint, or tolerates all, with a valid operator.',
    rejection: { by: 'API server', message: 'spec.template.spec.tolerations[…].…: Invalid value' },
    *check(bundle) {
      for (const { pod } of bundleDeployments(bundle)) {
        for (const toleration of pod.at('tolerations').items) yield* tolerationViolations(toleration);
      }
    },
  },
];

/** @see https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/deployment-v1/ */
const defaultDeadlineSeconds = 600;

const required = 'requiredDuringSchedulingIgnoredDuringExecution';
const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';

const selectors: readonly string[] = [
  ...['podAffinity', 'podAntiAffinity'].flatMap((kind) =>
    [`${required}[]`, `${preferred}[].podAffinityTerm`].flatMap((term) =>
      ['labelSelector', 'namespaceSelector'].map((field) => `affinity.${kind}.${term}.${field}`),
    ),
  ),
  'topologySpreadConstraints[].labelSelector',
];

const requirements: readonly string[] = [`${required}.nodeSelectorTerms[]`, `${preferred}[].preference`].map(
  (term) => `affinity.nodeAffinity.${term}.matchExpressions[]`,
);

function* affinityRequirementViolations(requirement: Place): Generator<Violation> {
  const { text: operator = '' } = requirement.at('operator');
  const values = requirement.at('values');
  const count = values.items.length;
  const problem = /^(?:In|NotIn)$/.test(operator)
    ? count === 0 && 'at least one value'
    : /^(?:Exists|DoesNotExist)$/.test(operator)
      ? count > 0 && 'no values'
      : /^(?:Gt|Lt)$/.test(operator) && count !== 1 && 'one value';
  if (problem === false) return;
  yield {
    place: values,
    what: `${operator} takes ${problem}`,
    remedy: 'correct the values, or write another operator',
  };
}

/** Compares the ports of running containers: init containers have ended before they start. */
function* hostPortViolations({ pod, containers }: Deployment): Generator<Violation> {
  const isHosts = pod.at('hostNetwork').value === true;
  const seen = new Set<string>();
  for (const port of containers.flatMap((container) => container.at('ports').items)) {
    const place = port.at('hostPort');
    const number = place.isAbsent && isHosts ? port.at('containerPort').value : place.value;
    if (typeof number !== 'number' || number === 0) continue;
    if (isHosts && !place.isAbsent && number !== port.at('containerPort').value) {
      yield {
        place,
        what: `in the network of the node, the port is ${String(port.at('containerPort').value)}, and API servers reject another`,
        remedy: 'leave it out',
      };
      continue;
    }
    const address = [port.at('hostIP').text ?? '', number, port.at('protocol').text ?? 'TCP'].join('/');
    if (seen.has(address)) {
      yield {
        place: place.isAbsent ? port.at('containerPort') : place,
        what: `another port of the pod also has the port ${number} of the node`,
        remedy: 'give each a number of its own',
      };
    }
    seen.add(address);
  }
}

function isPercentage(text: string | undefined): boolean {
  return text !== undefined && /^\d+%$/.test(text);
}

function isZeroAmount({ value }: Place): boolean {
  return value === 0 || (typeof value === 'string' && /^0+%$/.test(value));
}

function* tolerationViolations(toleration: Place): Generator<Violation> {
  const [key, operator, value] = ['key', 'operator', 'value'].map((field) => toleration.at(field).text ?? '');
  if (key === '' && operator !== 'Exists') {
    yield { place: toleration.at('key'), what: 'it names no taint', remedy: 'write one, or operator: Exists for all' };
  }
  if (operator === 'Exists' && value !== '') {
    yield {
      place: toleration.at('value'),
      what: 'the operator Exists ignores the value, and API servers reject both together',
      remedy: 'leave it out, or write operator: Equal',
    };
  }
  if (!toleration.at('tolerationSeconds').isAbsent && toleration.at('effect').text !== 'NoExecute') {
    yield {
      place: toleration.at('effect'),
      what: 'tolerationSeconds applies to the effect NoExecute only, and API servers reject it otherwise',
      remedy: 'write NoExecute, or leave tolerationSeconds out',
    };
  }
}
