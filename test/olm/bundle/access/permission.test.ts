import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RoleSubject } from '../../../../lib/constructs/index.ts';
import type { KubernetesObject } from '../../../../lib/index.ts';
import { foldedPermissions } from '../../../../lib/olm/bundle/access/permission.ts';

const namespace = 'cache-system';
const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'manager', namespace } };
const manager: RoleSubject = { kind: 'ServiceAccount', name: 'manager', namespace };
const accounts = { names: new Set(['manager']), namespace };

const pods = { apiGroups: [''], resources: ['pods'], verbs: ['list'] };
const nodes = { apiGroups: [''], resources: ['nodes'], verbs: ['get'] };
const metrics = { nonResourceURLs: ['/metrics'], verbs: ['get'] };

type Reach = 'Role' | 'ClusterRole';

function role(kind: Reach, name: string, ...rules: object[]): KubernetesObject {
  const metadata = kind === 'Role' ? { name, namespace } : { name };
  return { apiVersion: 'rbac.authorization.k8s.io/v1', kind, metadata, rules };
}

function binding(
  kind: `${Reach}Binding`,
  roleKind: Reach,
  roleName: string,
  ...subjects: RoleSubject[]
): KubernetesObject {
  const metadata = kind === 'RoleBinding' ? { name: 'binding', namespace } : { name: 'binding' };
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind,
    metadata,
    roleRef: { kind: roleKind, name: roleName },
    subjects,
  };
}

function fold(...manifests: KubernetesObject[]) {
  return foldedPermissions(manifests, accounts);
}

function reasons(...manifests: KubernetesObject[]): string[] {
  return fold(...manifests).findings.map(({ what, why }) => `${what}: ${why}`);
}

describe('the permissions of the manager', () => {
  it('a ClusterRoleBinding becomes permissions in the cluster, and a RoleBinding those in namespaces', () => {
    const { permissions, clusterPermissions, extras, findings } = fold(
      account,
      role('ClusterRole', 'everywhere', nodes),
      binding('ClusterRoleBinding', 'ClusterRole', 'everywhere', manager),
      role('Role', 'here', pods),
      binding('RoleBinding', 'Role', 'here', manager),
    );
    assert.deepEqual(clusterPermissions, [{ serviceAccountName: 'manager', rules: [nodes] }]);
    assert.deepEqual(permissions, [{ serviceAccountName: 'manager', rules: [pods] }]);
    assert.deepEqual({ extras, findings }, { extras: [], findings: [] });
  });

  it('a RoleBinding of a ClusterRole becomes permissions in namespaces', () => {
    const { permissions } = fold(
      role('ClusterRole', 'reader', pods),
      binding('RoleBinding', 'ClusterRole', 'reader', manager),
    );
    assert.deepEqual(permissions, [{ serviceAccountName: 'manager', rules: [pods] }]);
  });

  it('the permissions of the manager contain the rules of all its roles', () => {
    const { clusterPermissions } = fold(
      role('ClusterRole', 'one', pods),
      role('ClusterRole', 'other', nodes),
      binding('ClusterRoleBinding', 'ClusterRole', 'one', manager),
      binding('ClusterRoleBinding', 'ClusterRole', 'other', manager),
    );
    assert.deepEqual(clusterPermissions, [{ serviceAccountName: 'manager', rules: [pods, nodes] }]);
  });

  it('an account without rights gets an empty permission, so that OLM creates it', () => {
    assert.deepEqual(fold(account).clusterPermissions, [{ serviceAccountName: 'manager', rules: [] }]);
  });

  it('permissions exclude roles and bindings of accounts other than the manager’s', () => {
    const people: RoleSubject = { kind: 'Group', name: 'people' };
    const prometheus: RoleSubject = { kind: 'ServiceAccount', name: 'manager', namespace: 'monitoring' };
    const theirs = [
      role('ClusterRole', 'unbound', pods),
      role('ClusterRole', 'theirs', nodes),
      binding('ClusterRoleBinding', 'ClusterRole', 'theirs', people, prometheus),
      { ...account, metadata: { name: 'workload', namespace } },
    ];
    const { extras, permissions, clusterPermissions, findings } = fold(account, ...theirs);
    assert.deepEqual(extras, theirs);
    assert.deepEqual({ permissions, findings }, { permissions: [], findings: [] });
    assert.deepEqual(clusterPermissions, [{ serviceAccountName: 'manager', rules: [] }]);
  });

  it('a role that another account shares with the manager stays in the bundle and becomes permissions', () => {
    const shared = role('ClusterRole', 'shared', pods);
    const theirs = binding('ClusterRoleBinding', 'ClusterRole', 'shared', { kind: 'User', name: 'ann' });
    const { extras, clusterPermissions } = fold(
      shared,
      theirs,
      binding('ClusterRoleBinding', 'ClusterRole', 'shared', manager),
    );
    assert.deepEqual(extras, [shared, theirs]);
    assert.deepEqual(clusterPermissions, [{ serviceAccountName: 'manager', rules: [pods] }]);
  });

  it('a binding for the manager and other subjects is refused', () => {
    const found = reasons(
      role('ClusterRole', 'shared', pods),
      binding('ClusterRoleBinding', 'ClusterRole', 'shared', manager, { kind: 'User', name: 'ann' }),
    );
    assert.deepEqual(found, [
      "ClusterRoleBinding binding can't be folded into permissions: it is also for User ann, and permissions are for the manager only",
    ]);
  });

  it('a binding is refused if the chart doesn’t have the rules of its role', () => {
    assert.deepEqual(reasons(binding('ClusterRoleBinding', 'ClusterRole', 'system:auth-delegator', manager)), [
      "ClusterRoleBinding binding can't be folded into permissions: the rules of ClusterRole system:auth-delegator are not in this chart",
    ]);
  });

  it('a binding to a Role of another namespace is refused', () => {
    const elsewhere = { ...role('Role', 'here', pods), metadata: { name: 'here', namespace: 'other' } };
    const [found] = reasons(elsewhere, binding('RoleBinding', 'Role', 'here', manager));
    assert.match(found ?? '', /the rules of Role here are not in this chart/);
  });

  it('a binding to an aggregated ClusterRole is refused', () => {
    const aggregated = { ...role('ClusterRole', 'sum'), aggregationRule: {} };
    const [found] = reasons(aggregated, binding('ClusterRoleBinding', 'ClusterRole', 'sum', manager));
    assert.match(found ?? '', /the rules of ClusterRole sum are aggregated in the cluster/);
  });

  it('rules about URLs are refused in a RoleBinding, and accepted in a ClusterRoleBinding', () => {
    const scraper = role('ClusterRole', 'scraper', metrics);
    assert.match(
      reasons(scraper, binding('RoleBinding', 'ClusterRole', 'scraper', manager))[0] ?? '',
      /its role names URLs/,
    );
    assert.deepEqual(reasons(scraper, binding('ClusterRoleBinding', 'ClusterRole', 'scraper', manager)), []);
  });

  it('a binding for an account in the operator’s namespace that no manager runs as is refused', () => {
    const workload: RoleSubject = { kind: 'ServiceAccount', name: 'workload', namespace };
    const [found] = reasons(role('Role', 'here', pods), binding('RoleBinding', 'Role', 'here', workload));
    assert.match(found ?? '', /it is for ServiceAccount workload in cache-system, and that namespace is known only/);
  });

  it('a manager’s ServiceAccount with fields that OLM would lose is refused', () => {
    const marked = {
      ...account,
      metadata: { ...account.metadata, annotations: { role: 'x' } },
      automountServiceAccountToken: true,
    };
    assert.deepEqual(reasons(marked), [
      'the annotations, automountServiceAccountToken of ServiceAccount manager would be lost: ' +
        'OLM makes the account of an operator itself, with a name and nothing else',
    ]);
  });
});
