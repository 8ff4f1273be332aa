import type { JsonObject } from '../../api/index.ts';
import { systemPriorities } from '../../built-in/index.ts';

const namespaceNames = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];

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
