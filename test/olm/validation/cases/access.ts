import type { BadCase } from '../corpus/bad-case.ts';
import { csv } from '../corpus/minimal-bundle.ts';

const install = 'spec.install.spec';
const [permission, clusterPermission] = [`${install}.permissions[0]`, `${install}.clusterPermissions[0]`];
const account = 'manifests/cache-operator_v1_serviceaccount.yaml';
const binding = 'manifests/cache-operator_rbac.authorization.k8s.io_v1_clusterrolebinding.yaml';
const role = 'manifests/cache-viewer_rbac.authorization.k8s.io_v1_clusterrole.yaml';

const bound = (
  subject: object,
  roleRef: object = { name: 'view', kind: 'ClusterRole' },
  kind = 'ClusterRoleBinding',
) => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind,
  metadata: { name: 'cache-operator' },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', ...roleRef },
  subjects: [subject],
});
const stranger = { kind: 'ServiceAccount', name: 'prometheus-k8s', namespace: 'monitoring' };

/** Accounts, rights and bindings that don't go together. */
export const accessCases: readonly BadCase[] = [
  {
    rule: 'object-required',
    severity: 'error',
    title: 'a permission without an account',
    edit: (draft) => draft.set(csv, `${permission}.serviceAccountName`, ''),
    file: csv,
    path: `${permission}.serviceAccountName`,
  },
  {
    rule: 'permission-unused',
    severity: 'warning',
    title: 'the rights of a manager for an account that no pods run as',
    edit: (draft) => draft.set(csv, `${clusterPermission}.serviceAccountName`, 'cache-manager'),
    file: csv,
    path: `${clusterPermission}.serviceAccountName`,
  },
  {
    rule: 'permission-account-object',
    severity: 'error',
    title: 'an account that OLM makes, too',
    edit: (draft) =>
      draft.write(account, { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'cache-operator' } }),
    file: account,
    path: 'metadata.name',
  },
  {
    rule: 'permission-account-object',
    severity: 'error',
    title: 'the account of a Deployment, without permissions',
    edit: (draft) => {
      const labels = { 'app.kubernetes.io/name': 'cache-console' };
      const containers = [
        { name: 'web', image: 'example.com/caches/cache-operator:1.2.0', resources: { requests: { cpu: '1m' } } },
      ];
      const template = { metadata: { labels }, spec: { serviceAccountName: 'cache-console', containers } };
      draft.append(csv, `${install}.deployments`, {
        name: 'cache-console',
        spec: { selector: { matchLabels: labels }, template },
      });
      draft.write(account, { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'cache-console' } });
    },
    file: account,
    path: 'metadata.name',
  },
  {
    rule: 'permission-account-object',
    severity: 'warning',
    title: 'an account that OLM makes, too, for other pods than those of Deployments',
    edit: (draft) => {
      draft.append(csv, `${install}.permissions`, { serviceAccountName: 'cache-exporter', rules: [] });
      draft.write(account, { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'cache-exporter' } });
    },
    file: account,
    path: 'metadata.name',
  },
  {
    rule: 'access-owned',
    severity: 'warning',
    title: 'an operator that may not watch its own kind',
    edit: (draft) => draft.set(csv, `${clusterPermission}.rules[2].verbs`, ['get', 'list', 'create']),
    file: csv,
    path: `${clusterPermission}.rules[2].verbs`,
    says: /may watch caches\.cache\.example\.com/,
  },
  {
    rule: 'access-owned',
    severity: 'warning',
    title: 'an operator that may do nothing with its own kind',
    edit: (draft) => draft.remove(csv, `${clusterPermission}.rules[2]`),
    file: csv,
    path: `${clusterPermission}.rules`,
  },
  {
    rule: 'access-status',
    severity: 'warning',
    title: 'an operator that may not write the status of its own kind',
    edit: (draft) => draft.set(csv, `${clusterPermission}.rules[4].verbs`, ['get']),
    file: csv,
    path: `${clusterPermission}.rules[4].verbs`,
  },
  {
    rule: 'access-finalizers',
    severity: 'warning',
    title: 'an operator that may not block the deletion of its own kind, on OpenShift',
    edit: (draft) => draft.remove(csv, `${clusterPermission}.rules[3]`),
    file: csv,
    path: `${clusterPermission}.rules`,
    audiences: ['openshift'],
  },
  {
    rule: 'access-leader-election',
    severity: 'warning',
    title: 'the election of a leader without Leases',
    edit: (draft) => draft.remove(csv, `${permission}.rules[0]`),
    file: csv,
    path: `${install}.deployments[0].spec.template.spec.containers[0].args[0]`,
  },
  {
    rule: 'field-missing',
    severity: 'error',
    title: 'a rule without verbs',
    edit: (draft) => draft.remove(csv, `${clusterPermission}.rules[1].verbs`),
    file: csv,
    path: `${clusterPermission}.rules[1].verbs`,
  },
  {
    rule: 'object-required',
    severity: 'error',
    title: 'a rule without groups',
    edit: (draft) => draft.remove(csv, `${clusterPermission}.rules[1].apiGroups`),
    file: csv,
    path: `${clusterPermission}.rules[1].apiGroups`,
  },
  {
    rule: 'object-required',
    severity: 'error',
    title: 'a rule without resources',
    edit: (draft) => draft.remove(csv, `${clusterPermission}.rules[1].resources`),
    file: csv,
    path: `${clusterPermission}.rules[1].resources`,
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'a rule about a URL in a namespace',
    edit: (draft) => draft.append(csv, `${permission}.rules`, { nonResourceURLs: ['/metrics'], verbs: ['get'] }),
    file: csv,
    path: `${permission}.rules[2].nonResourceURLs`,
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'a rule about a URL and resources, in a role',
    edit: (draft) =>
      draft.write(role, {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRole',
        metadata: { name: 'cache-viewer' },
        rules: [{ apiGroups: [''], resources: ['pods'], nonResourceURLs: ['/metrics'], verbs: ['get'] }],
      }),
    file: role,
    path: 'rules[0].nonResourceURLs',
  },
  {
    rule: 'access-verb',
    severity: 'warning',
    title: 'a verb that no API server asks for',
    edit: (draft) => draft.append(csv, `${clusterPermission}.rules[1].verbs`, 'updates'),
    file: csv,
    path: `${clusterPermission}.rules[1].verbs[7]`,
    says: /write update/,
  },
  {
    rule: 'access-resource',
    severity: 'warning',
    title: 'Deployments in the core group',
    edit: (draft) => draft.set(csv, `${clusterPermission}.rules[0].apiGroups`, ['']),
    file: csv,
    path: `${clusterPermission}.rules[0].resources[0]`,
    says: /their group is "apps"/,
  },
  {
    rule: 'access-resource',
    severity: 'warning',
    title: 'a resource by its singular',
    edit: (draft) => draft.set(csv, `${clusterPermission}.rules[1].resources`, ['service']),
    file: csv,
    path: `${clusterPermission}.rules[1].resources[0]`,
    says: /write services/,
  },
  {
    rule: 'access-everything',
    severity: 'warning',
    title: 'the right to do everything',
    edit: (draft) =>
      draft.append(csv, `${clusterPermission}.rules`, { apiGroups: ['*'], resources: ['*'], verbs: ['*'] }),
    file: csv,
    path: `${clusterPermission}.rules[5].resources`,
  },
  {
    rule: 'access-definitions',
    severity: 'warning',
    title: 'the right to make definitions',
    edit: (draft) =>
      draft.append(csv, `${clusterPermission}.rules`, {
        apiGroups: ['apiextensions.k8s.io'],
        resources: ['customresourcedefinitions'],
        verbs: ['get', 'create'],
      }),
    file: csv,
    path: `${clusterPermission}.rules[5].verbs[1]`,
  },
  {
    rule: 'binding-role',
    severity: 'warning',
    title: 'a role that doesn’t exist',
    edit: (draft) => draft.write(binding, bound(stranger, { kind: 'ClusterRole', name: 'cache-viewer' })),
    file: binding,
    path: 'roleRef.name',
  },
  {
    rule: 'object-choice',
    severity: 'error',
    title: 'a role of a namespace for the whole cluster',
    edit: (draft) => draft.write(binding, bound(stranger, { kind: 'Role', name: 'view' })),
    file: binding,
    path: 'roleRef.kind',
  },
  {
    rule: 'binding-subject',
    severity: 'warning',
    title: "the manager's account in a namespace that others choose",
    edit: (draft) =>
      draft.write(binding, bound({ kind: 'ServiceAccount', name: 'cache-operator', namespace: 'caches' })),
    file: binding,
    path: 'subjects[0].namespace',
  },
  {
    rule: 'binding-subject',
    severity: 'warning',
    title: 'an account without a namespace',
    edit: (draft) =>
      draft.write(
        binding,
        bound({ kind: 'ServiceAccount', name: 'cache-operator' }, { kind: 'ClusterRole', name: 'view' }, 'RoleBinding'),
      ),
    file: binding,
    path: 'subjects[0].namespace',
  },
  {
    rule: 'permission-account-slip',
    severity: 'warning',
    title: 'rights for an account with a slip of the pen',
    edit: (draft) => draft.set(csv, `${permission}.serviceAccountName`, 'cache-operater'),
    file: csv,
    path: `${permission}.serviceAccountName`,
    says: /write cache-operator,/,
  },
  {
    rule: 'permission-account-slip',
    severity: 'warning',
    title: 'the rights of a manager for an account with a slip of the pen',
    edit: (draft) => draft.set(csv, `${clusterPermission}.serviceAccountName`, 'cache-operators'),
    file: csv,
    path: `${clusterPermission}.serviceAccountName`,
  },
];
