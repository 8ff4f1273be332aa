import type { BadCase } from '../corpus/bad-case.ts';
import type { BundleDraft } from '../corpus/bundle-draft.ts';
import { crd, csv } from '../corpus/minimal-bundle.ts';

const install = 'spec.install.spec';
const [permission, clusterPermission] = [`${install}.permissions[0]`, `${install}.clusterPermissions[0]`];
const viewer = 'manifests/cache-viewer_rbac.authorization.k8s.io_v1_clusterrole.yaml';
const role = 'rbac.authorization.k8s.io/v1';

/** A rule of the operator with one word changed. */
const word = (
  rule: string,
  title: string,
  [path, given]: readonly [path: string, given: string],
  says: RegExp,
): BadCase => ({
  rule,
  severity: 'warning',
  title,
  edit: (draft) => draft.set(csv, `${clusterPermission}.${path}`, given),
  file: csv,
  path: `${clusterPermission}.${path}`,
  says,
});

const constraints = {
  apiGroups: ['security.openshift.io'],
  resources: ['securitycontextconstraints'],
  resourceNames: ['own', 'privileged'],
  verbs: ['use', 'update'],
};

/** A rule that lets the operator change what OpenShift comes with. */
const constrained = (severity: BadCase['severity'], audiences: BadCase['audiences'] = []): BadCase => ({
  rule: 'access-default-scc',
  severity,
  title: `a change of constraints of OpenShift${audiences.length === 0 ? '' : ', for OpenShift'}`,
  edit: (draft) => draft.append(csv, `${clusterPermission}.rules`, constraints),
  file: csv,
  path: `${clusterPermission}.rules[5].resourceNames[1]`,
  audiences,
});

/** A rule more for the operator. */
const added = (title: string, given: object, says: RegExp): BadCase => ({
  rule: 'access-group',
  severity: 'warning',
  title,
  edit: (draft) => draft.append(csv, `${clusterPermission}.rules`, given),
  file: csv,
  path: `${clusterPermission}.rules[5].apiGroups[0]`,
  says,
});

const verbs = ['get', 'list', 'watch'];

/** Installed for its own namespace, or another, and never for all. */
function forOne(draft: BundleDraft): void {
  for (const [index, supported] of [true, true, false, false].entries()) {
    draft.set(csv, `spec.installModes[${index}].supported`, supported);
  }
}

/** Groups and resources that there are none of, names where they mean nothing, and rights that hold nowhere. */
export const rightCases: readonly BadCase[] = [
  constrained('warning'),
  constrained('error', ['openshift']),
  {
    rule: 'access-leader-election',
    severity: 'warning',
    title: 'the election of a leader with Leases of one name, whose creation can’t be allowed by name',
    edit: (draft) => draft.set(csv, `${permission}.rules[0].resourceNames`, ['cache-operator']),
    file: csv,
    path: `${install}.deployments[0].spec.template.spec.containers[0].args[0]`,
    says: /without resourceNames/,
  },
  {
    rule: 'access-owned',
    severity: 'warning',
    title: 'an operator that may watch its own kind by two names',
    edit: (draft) => draft.set(csv, `${clusterPermission}.rules[2].resourceNames`, ['small', 'large']),
    file: csv,
    path: `${clusterPermission}.rules[2].resourceNames`,
    says: /leave them out/,
  },
  word('access-group', 'a group with a version', ['rules[0].apiGroups[0]', 'apps/v1'], /write "apps"/),
  word('access-group', 'a version in the place of a group', ['rules[1].apiGroups[0]', 'v1'], /write ""/),
  added('the core group by that word', { apiGroups: ['core'], resources: ['pods'], verbs }, /write ""/),
  added(
    'a group cut short',
    { apiGroups: ['authentication'], resources: ['tokenreviews'], verbs: ['create'] },
    /write "authentication\.k8s\.io"/,
  ),
  word(
    'access-group',
    'its own group in capitals',
    ['rules[2].apiGroups[0]', 'Cache.example.com'],
    /"cache\.example\.com"/,
  ),
  {
    rule: 'access-group',
    severity: 'warning',
    title: 'the election of a leader in a group cut short',
    edit: (draft) => draft.set(csv, `${permission}.rules[0].apiGroups`, ['coordination']),
    file: csv,
    path: `${permission}.rules[0].apiGroups[0]`,
  },
  {
    rule: 'access-group',
    severity: 'warning',
    title: 'its own group with a letter more, everywhere',
    edit: (draft) => {
      for (const index of [2, 3, 4])
        draft.set(csv, `${clusterPermission}.rules[${index}].apiGroups`, ['caches.example.com']);
    },
    file: csv,
    path: `${clusterPermission}.rules[2].apiGroups[0]`,
    says: /write "cache\.example\.com"/,
  },
  word('access-resource', 'its own kind by its singular', ['rules[2].resources[0]', 'cache'], /write caches/),
  word(
    'access-resource',
    'a subresource with a letter less',
    ['rules[4].resources[0]', 'caches/statu'],
    /write caches\/status/,
  ),
  {
    rule: 'access-resource',
    severity: 'warning',
    title: 'its own kind by its name, in a role of others',
    edit: (draft) =>
      draft.write(viewer, {
        apiVersion: role,
        kind: 'ClusterRole',
        metadata: { name: 'cache-viewer' },
        rules: [
          {
            apiGroups: ['cache.example.com'],
            resources: ['caches/status', 'Cache'],
            verbs,
          },
        ],
      }),
    file: viewer,
    path: 'rules[0].resources[1]',
  },
  {
    rule: 'access-owned',
    severity: 'warning',
    title: 'an operator that may not watch its own kind, beside others who may do whatever their role says',
    edit: (draft) => {
      draft.remove(csv, `${clusterPermission}.rules[2]`);
      draft.write('manifests/monitoring.yaml', {
        apiVersion: role,
        kind: 'ClusterRoleBinding',
        metadata: { name: 'cache-monitoring' },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-monitoring-view' },
        subjects: [{ kind: 'ServiceAccount', name: 'prometheus-k8s', namespace: 'openshift-monitoring' }],
      });
    },
    file: csv,
    path: `${clusterPermission}.rules`,
  },
  {
    rule: 'access-scope',
    severity: 'warning',
    title: 'the nodes of namespaces',
    edit: (draft) => {
      forOne(draft);
      draft.append(csv, `${permission}.rules`, { apiGroups: [''], resources: ['pods', 'nodes'], verbs });
    },
    file: csv,
    path: `${permission}.rules[2].resources[1]`,
  },
  {
    rule: 'access-scope',
    severity: 'warning',
    title: 'an own kind without namespaces, allowed in namespaces only',
    edit: (draft) => {
      forOne(draft);
      draft.set(crd, 'spec.scope', 'Cluster');
      draft.append(csv, `${permission}.rules`, draft.get(csv, `${clusterPermission}.rules[2]`));
      draft.remove(csv, `${clusterPermission}.rules[2]`);
    },
    file: csv,
    path: `${permission}.rules[2].resources[0]`,
  },
  {
    rule: 'access-name',
    severity: 'warning',
    title: 'a right to create objects of one name',
    edit: (draft) =>
      draft.append(csv, `${clusterPermission}.rules`, {
        apiGroups: [''],
        resources: ['configmaps'],
        resourceNames: ['cache-settings'],
        verbs: ['create'],
      }),
    file: csv,
    path: `${clusterPermission}.rules[5].resourceNames`,
  },
];
