import { type BundleContent, bindings, type Place } from '../../../content/index.ts';

import { placesAt } from '../../place-path.ts';
import type { BundleRule } from '../../rule.ts';
import { deployments } from '../../workload/deployment.ts';

/** Rules of API servers for fields with a few valid values. */
export const choiceRules: readonly BundleRule[] = [
  {
    id: 'choice',
    demand: 'A field with a fixed set of values has one of them, in the right case.',
    rejection: { by: 'API server', message: 'value: "…"' },
    *check(bundle) {
      for (const { place, choices } of chosen(bundle)) {
        if (place.text === undefined || choices.includes(place.text) || isHugePage(place.text)) continue;
        yield {
          place,
          what: `'${place.text}' is not one of its values, and API servers reject it`,
          remedy: `write ${choices.join(', ')}`,
        };
      }
    },
  },
];

/** A path as in {@link placesAt} → its valid values. */
type Choices = Readonly<Record<string, readonly string[]>>;

const requirementOperators = ['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt'];

const ofDeployments: Choices = {
  'strategy.type': ['Recreate', 'RollingUpdate'],
  'template.spec.dnsPolicy': ['ClusterFirst', 'ClusterFirstWithHostNet', 'Default', 'None'],
  'template.spec.preemptionPolicy': ['Never', 'PreemptLowerPriority'],
  'template.spec.securityContext.fsGroupChangePolicy': ['Always', 'OnRootMismatch'],
  'template.spec.securityContext.seccompProfile.type': ['Localhost', 'RuntimeDefault', 'Unconfined'],
  'template.spec.tolerations[].effect': ['', 'NoExecute', 'NoSchedule', 'PreferNoSchedule'],
  'template.spec.tolerations[].operator': ['', 'Equal', 'Exists', 'Gt', 'Lt'],
  'template.spec.topologySpreadConstraints[].whenUnsatisfiable': ['DoNotSchedule', 'ScheduleAnyway'],
  'template.spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[].matchExpressions[].operator':
    requirementOperators,
  'template.spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[].preference.matchExpressions[].operator':
    requirementOperators,
};

const probes = ['livenessProbe', 'readinessProbe', 'startupProbe'];

const ofContainers: Choices = {
  imagePullPolicy: ['Always', 'IfNotPresent', 'Never'],
  terminationMessagePolicy: ['FallbackToLogsOnError', 'File'],
  'ports[].protocol': ['TCP', 'UDP', 'SCTP'],
  'securityContext.seccompProfile.type': ['Localhost', 'RuntimeDefault', 'Unconfined'],
  'env[].valueFrom.resourceFieldRef.resource': ['limits', 'requests'].flatMap((amount) =>
    ['cpu', 'memory', 'ephemeral-storage'].map((resource) => `${amount}.${resource}`),
  ),
  'volumeMounts[].mountPropagation': ['Bidirectional', 'HostToContainer', 'None'],
  ...Object.fromEntries(probes.map((probe) => [`${probe}.httpGet.scheme`, ['HTTP', 'HTTPS']])),
};

const ofServices: Choices = {
  'spec.type': ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'],
  'spec.ports[].protocol': ['TCP', 'UDP', 'SCTP'],
  'spec.sessionAffinity': ['ClientIP', 'None'],
};

const ofBindings: Choices = {
  'roleRef.apiGroup': ['rbac.authorization.k8s.io'],
  'subjects[].kind': ['Group', 'ServiceAccount', 'User'],
};

const ofAutoscalers: Choices = {
  'spec.updatePolicy.updateMode': ['Auto', 'Recreate', 'InPlaceOrRecreate', 'InPlace', 'Initial', 'Off'],
  'spec.resourcePolicy.containerPolicies[].mode': ['Auto', 'Off'],
};

/** A field with a fixed set of values. */
interface Choice {
  readonly place: Place;
  readonly choices: readonly string[];
}

function chosen(bundle: BundleContent): Choice[] {
  return [
    ...deployments(bundle).flatMap(({ place, allContainers }) => [
      ...choicesIn(place.at('spec'), ofDeployments),
      ...allContainers.flatMap((container) => choicesIn(container, ofContainers)),
    ]),
    ...bundle.manifestsOf('', 'Service').flatMap((service) => choicesIn(service, ofServices)),
    ...bundle
      .manifestsOf('autoscaling.k8s.io', 'VerticalPodAutoscaler')
      .flatMap((autoscaler) => choicesIn(autoscaler, ofAutoscalers)),
    ...bindings(bundle).flatMap((binding) => choicesIn(binding, ofBindings)),
  ];
}

function choicesIn(root: Place, table: Choices): Choice[] {
  return Object.entries(table).flatMap(([path, choices]) => placesAt(root, path).map((place) => ({ place, choices })));
}

/** Returns true for huge pages of any size. */
function isHugePage(text: string): boolean {
  return /^(?:limits|requests)\.hugepages-/.test(text);
}
