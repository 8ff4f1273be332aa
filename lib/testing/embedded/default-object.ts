import type { JsonObject } from '../../api/index.ts';

const namespaceNames = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];

/** Name of a priority class → its priority, and the pods that it is for. */
export const systemPriorities: Readonly<Record<string, readonly [number, string]>> = {
  'system-cluster-critical': [
    2_000_000_000,
    'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
  ],
  'system-node-critical': [
    2_000_001_000,
    'Used for system critical pods that must not be moved from their current node.',
  ],
};

/** The namespaces and priority classes that the API server of each cluster creates. */
export const defaultObjects: readonly JsonObject[] = [
  ...namespaceNames.map((name) => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name, labels: { 'kubernetes.io/metadata.name': name } },
  })),
  ...Object.entries(systemPriorities).map(([name, [value, description]]) => ({
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name },
    value,
    description,
    preemptionPolicy: 'PreemptLowerPriority',
  })),
];
