import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KubernetesObject } from '../../../lib/api/index.ts';
import { grantedRights } from '../../../lib/testing/index.ts';

const apiVersion = 'rbac.authorization.k8s.io/v1';
const rule = { apiGroups: [''], resources: ['pods'], verbs: ['list'] };
const robot = { kind: 'ServiceAccount', name: 'robot', namespace: 'shop' };
const user = 'system:serviceaccount:shop:robot';

const role = (kind: 'Role' | 'ClusterRole', name: string, namespace?: string): KubernetesObject => ({
  apiVersion,
  kind,
  metadata: { name, ...(namespace !== undefined && { namespace }) },
  rules: [rule],
});

function binding(to: KubernetesObject, subject: object, namespace?: string): KubernetesObject {
  const { kind, metadata } = to;
  return {
    apiVersion,
    kind: namespace === undefined ? 'ClusterRoleBinding' : 'RoleBinding',
    metadata: { name: 'gives', ...(namespace !== undefined && { namespace }) },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name: metadata.name },
    subjects: [subject],
  };
}

describe('the rights that manifests give', () => {
  it('a ClusterRoleBinding gives rights everywhere, and a RoleBinding in its namespace', () => {
    const [wide, narrow] = [role('ClusterRole', 'wide'), role('Role', 'narrow', 'shop')];
    const manifests = [
      wide,
      narrow,
      binding(wide, robot),
      binding(narrow, robot, 'shop'),
      binding(wide, robot, 'bank'),
    ];
    assert.deepEqual(grantedRights(manifests, user), [
      { rule, role: 'ClusterRole wide' },
      { rule, role: 'Role narrow', namespace: 'shop' },
      { rule, role: 'ClusterRole wide', namespace: 'bank' },
    ]);
  });

  it('a binding gives rights only to the user or ServiceAccount that it names', () => {
    const reader = role('ClusterRole', 'reader');
    const manifests = [reader, binding(reader, { kind: 'User', name: 'ada' })];
    assert.equal(grantedRights(manifests, 'ada').length, 1);
    const others = [...manifests, binding(reader, { ...robot, namespace: 'bank' })];
    assert.throws(() => grantedRights(others, user), {
      message: `${user} has no bindings among the manifests; there are those of ada and system:serviceaccount:bank:robot: pass the user name as the API server has it`,
    });
  });

  it('a user without any binding is refused', () => {
    assert.throws(
      () => grantedRights([role('ClusterRole', 'reader')], user),
      /no bindings among the manifests; nor has any other user: pass all of them$/,
    );
  });

  it('a RoleBinding gives the rights of the role in its own namespace if two roles have one name', () => {
    const [here, there] = [role('Role', 'narrow', 'shop'), { ...role('Role', 'narrow', 'bank'), rules: [] }];
    assert.equal(grantedRights([there, here, binding(here, robot, 'shop')], user).length, 1);
    assert.equal(grantedRights([here, there, binding(there, robot, 'bank')], user).length, 0);
  });

  it('a binding to a role that isn’t among the manifests is refused', () => {
    assert.throws(() => grantedRights([binding(role('ClusterRole', 'view'), robot)], user), {
      message: 'ClusterRoleBinding gives refers to ClusterRole view, which is not among the manifests: add it to them',
    });
  });
});
