import type { BadCase } from '../corpus/bad-case.ts';
import { csv } from '../corpus/minimal-bundle.ts';
import { budget, monitor, monitoredService } from '../corpus/monitored-bundle.ts';

const base = 'monitored';
const priority = 'manifests/caches_scheduling.k8s.io_v1_priorityclass.yaml';
const autoscaler = 'manifests/cache-operator_autoscaling.k8s.io_v1_verticalpodautoscaler.yaml';
const secret = 'manifests/cache-operator_v1_secret.yaml';

const sample = 'manifests/cache_console.openshift.io_v1_consoleyamlsample.yaml';

/** Objects beside the operator that lead nowhere, or that do harm. */
export const extraCases: readonly BadCase[] = [
  {
    rule: 'console-sample',
    severity: 'warning',
    title: 'a sample of a version that there is not',
    edit: (draft) =>
      draft.write(sample, {
        apiVersion: 'console.openshift.io/v1',
        kind: 'ConsoleYAMLSample',
        metadata: { name: 'cache' },
        spec: {
          targetResource: { apiVersion: 'cache.example.com/v2', kind: 'Cache' },
          title: 'Cache',
          description: 'A small one.',
          yaml: 'spec: {}',
        },
      }),
    file: sample,
    path: 'spec.targetResource.apiVersion',
    says: /name cache\.example\.com\/v1/,
  },
  {
    rule: 'serving-secret',
    severity: 'warning',
    title: 'a Secret that is called as OLM’s',
    base: 'scaffolded',
    edit: (draft) =>
      draft.write(secret, {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'database-operator-controller-manager-service-cert' },
      }),
    file: secret,
    path: 'metadata.name',
  },
  {
    rule: 'service-target-port',
    severity: 'warning',
    title: 'a Service of TCP for a port of UDP',
    base,
    edit: (draft) => {
      const ports = 'spec.install.spec.deployments[0].spec.template.spec.containers[0].ports';
      draft.append(csv, ports, { name: 'gossip', containerPort: 7946, protocol: 'UDP' });
      draft.set(monitoredService, 'spec.ports[0].targetPort', 'gossip');
    },
    file: monitoredService,
    path: 'spec.ports[0].targetPort',
  },
  {
    rule: 'service-port',
    severity: 'warning',
    title: 'a Service at a port that nodes have for themselves',
    base,
    edit: (draft) => {
      draft.set(monitoredService, 'spec.type', 'NodePort');
      draft.set(monitoredService, 'spec.ports[0].nodePort', 80);
    },
    file: monitoredService,
    path: 'spec.ports[0].nodePort',
  },
  {
    rule: 'monitor-service',
    severity: 'warning',
    title: 'a monitor of a port that there is not, in no other namespace',
    base,
    edit: (draft) => {
      draft.set(monitor, 'spec.namespaceSelector', { any: false });
      draft.set(monitor, 'spec.endpoints[0].port', 'metrics');
    },
    file: monitor,
    path: 'spec.endpoints[0].port',
  },
  {
    rule: 'service-selector',
    severity: 'warning',
    title: 'a Service for other pods',
    base,
    edit: (draft) => draft.set(monitoredService, 'spec.selector', { 'control-plane': 'controller-manager' }),
    file: monitoredService,
    path: 'spec.selector',
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'a Service at a port beyond the last',
    base,
    edit: (draft) => draft.set(monitoredService, 'spec.ports[0].port', 80_810),
    file: monitoredService,
    path: 'spec.ports[0].port',
  },
  {
    rule: 'object-required',
    severity: 'error',
    title: 'a second port without a name',
    base,
    edit: (draft) => draft.append(monitoredService, 'spec.ports', { port: 8443 }),
    file: monitoredService,
    path: 'spec.ports[1].name',
  },
  {
    rule: 'service-target-port',
    severity: 'warning',
    title: 'a Service that leads to a port that pods have not',
    base,
    edit: (draft) => draft.set(monitoredService, 'spec.ports[0].targetPort', 'metrics'),
    file: monitoredService,
    path: 'spec.ports[0].targetPort',
    says: /name health/,
  },
  {
    rule: 'monitor-service',
    severity: 'warning',
    title: 'a monitor of other Services',
    base,
    edit: (draft) => draft.set(monitor, 'spec.selector.matchLabels', { 'control-plane': 'controller-manager' }),
    file: monitor,
    path: 'spec.selector',
  },
  {
    rule: 'monitor-service',
    severity: 'warning',
    title: 'a monitor of a port that the Service has not',
    base,
    edit: (draft) => draft.set(monitor, 'spec.endpoints[0].port', 'https'),
    file: monitor,
    path: 'spec.endpoints[0].port',
  },
  {
    rule: 'extra-namespace',
    severity: 'warning',
    title: 'an object that belongs elsewhere',
    base,
    edit: (draft) => draft.set(monitor, 'metadata.namespace', 'monitoring'),
    file: monitor,
    path: 'metadata.namespace',
  },
  {
    rule: 'disruption-budget',
    severity: 'warning',
    title: 'a budget of no disruptions',
    base,
    edit: (draft) => draft.set(budget, 'spec.maxUnavailable', '0%'),
    file: budget,
    path: 'spec.maxUnavailable',
  },
  {
    rule: 'disruption-budget',
    severity: 'warning',
    title: 'a budget that wants all pods',
    base,
    edit: (draft) => {
      draft.remove(budget, 'spec.maxUnavailable');
      draft.set(budget, 'spec.minAvailable', '100%');
    },
    file: budget,
    path: 'spec.minAvailable',
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'a budget that counts in two ways',
    base,
    edit: (draft) => draft.set(budget, 'spec.minAvailable', 1),
    file: budget,
    path: 'spec',
  },
  {
    rule: 'disruption-budget',
    severity: 'warning',
    title: 'a budget for other pods',
    base,
    edit: (draft) => draft.set(budget, 'spec.selector.matchLabels', { app: 'caches' }),
    file: budget,
    path: 'spec.selector',
  },
  {
    rule: 'disruption-budget',
    severity: 'warning',
    title: 'a budget for no pods, since it has no selector',
    base,
    edit: (draft) => draft.remove(budget, 'spec.selector'),
    file: budget,
    path: 'spec.selector',
    says: /without a selector/,
  },
  {
    rule: 'priority-class',
    severity: 'warning',
    title: 'a priority for the whole cluster',
    edit: (draft) =>
      draft.write(priority, {
        apiVersion: 'scheduling.k8s.io/v1',
        kind: 'PriorityClass',
        metadata: { name: 'caches' },
        value: 1000,
        globalDefault: true,
      }),
    file: priority,
    path: 'globalDefault',
  },
  {
    rule: 'autoscaler-target',
    severity: 'warning',
    title: 'the scaling of a Deployment that there is none of',
    edit: (draft) =>
      draft.write(autoscaler, {
        apiVersion: 'autoscaling.k8s.io/v1',
        kind: 'VerticalPodAutoscaler',
        metadata: { name: 'cache-operator' },
        spec: { targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'cache-operator' } },
      }),
    file: autoscaler,
    path: 'spec.targetRef.name',
  },
  {
    rule: 'field-type',
    severity: 'error',
    title: 'a Secret in plain text',
    edit: (draft) =>
      draft.write(secret, {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'cache-operator' },
        data: { user: 'not base64' },
      }),
    file: secret,
    path: 'data.user',
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'a label whose value has a space',
    edit: (draft) => draft.set(csv, 'spec.install.spec.deployments[0].label.team', 'the caches'),
    file: csv,
    path: 'spec.install.spec.deployments[0].label',
  },
  {
    rule: 'disruption-budget',
    severity: 'warning',
    title: 'a budget of as many pods as there are',
    base,
    edit: (draft) => {
      draft.remove(budget, 'spec.maxUnavailable');
      draft.set(budget, 'spec.minAvailable', 1);
    },
    file: budget,
    path: 'spec.minAvailable',
  },
  {
    rule: 'disruption-budget',
    severity: 'warning',
    title: 'a budget of a share that is all pods',
    base,
    edit: (draft) => {
      draft.remove(budget, 'spec.maxUnavailable');
      draft.set(budget, 'spec.minAvailable', '50%');
    },
    file: budget,
    path: 'spec.minAvailable',
  },
];
