import type { BadCase } from '../corpus/bad-case.ts';
import { csv } from '../corpus/minimal-bundle.ts';

const budget = {
  apiVersion: 'policy/v1beta1',
  kind: 'PodDisruptionBudget',
  metadata: { name: 'cache-operator' },
  spec: { maxUnavailable: 1, selector: { matchLabels: { 'app.kubernetes.io/name': 'cache-operator' } } },
};

/** APIs that Kubernetes has removed. */
export const removedApiCases: readonly BadCase[] = [
  {
    rule: 'removed-api',
    severity: 'error',
    title: 'an object that the releases it is for lack',
    edit: (draft) => draft.write('manifests/budget.yaml', budget),
    file: 'manifests/budget.yaml',
    path: 'apiVersion',
    says: /1\.25.*policy\/v1/,
  },
  {
    rule: 'removed-api',
    severity: 'warning',
    title: 'an object that only later releases lack',
    edit: (draft) => {
      draft.write('manifests/budget.yaml', budget);
      draft.set(csv, 'spec.minKubeVersion', '1.24.0');
    },
    file: 'manifests/budget.yaml',
    path: 'apiVersion',
  },
  {
    rule: 'removed-api',
    severity: 'error',
    title: 'an object of a removed alpha API',
    edit: (draft) =>
      draft.write('manifests/high.yaml', {
        apiVersion: 'scheduling.k8s.io/v1alpha1',
        kind: 'PriorityClass',
        metadata: { name: 'high' },
        value: 1,
      }),
    file: 'manifests/high.yaml',
    path: 'apiVersion',
    says: /1\.23.*scheduling\.k8s\.io\/v1$/,
  },
  {
    rule: 'removed-permission',
    severity: 'warning',
    title: 'rights on pod security policies',
    edit: (draft) =>
      draft.append(csv, 'spec.install.spec.clusterPermissions[0].rules', {
        apiGroups: ['policy'],
        resources: ['podsecuritypolicies'],
        verbs: ['use'],
      }),
    file: csv,
    path: 'spec.install.spec.clusterPermissions[0].rules[5].resources[0]',
  },
];
