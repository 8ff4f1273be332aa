import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { z } from 'zod';
import type { KubernetesObject } from '../../../lib/api/index.ts';
import type { PolicyRule } from '../../../lib/constructs/index.ts';
import { Controller, CustomResource, Operator, StorageMigration } from '../../../lib/index.ts';

const names = { group: 'example.com', version: 'v1', spec: z.object({}) };
class Cache extends CustomResource({ ...names, kind: 'Cache' }) {}
class Farm extends CustomResource({ ...names, kind: 'Farm', scope: 'Cluster' }) {}

function confined(watchNamespaces?: readonly string[]): Operator {
  return new Operator(new App(), 'cache-operator', {
    version: '1.2.3',
    image: 'example.com/cache:1',
    ...(watchNamespaces && { watchNamespaces }),
  });
}

/** Returns the manager's roles and bindings: `Role namespace` → `resource verbs`. */
function access(operator: Operator): Record<string, readonly string[]> {
  const named = operator.toJson().filter(({ metadata }) => metadata.name === 'cache-operator-manager-role');
  const title = ({ kind, metadata: { namespace } }: KubernetesObject) =>
    [kind, namespace].filter((part) => part !== undefined).join(' ');
  const rules = (role: KubernetesObject) =>
    ((role.rules ?? []) as readonly PolicyRule[]).map(({ resources, verbs }) => `${resources} ${verbs.join(' ')}`);
  return Object.fromEntries(named.map((object) => [title(object), rules(object)]));
}

describe('the access of a confined operator', () => {
  it('a confined operator has one Role in each of its namespaces, and cluster rights only for its own CRD', () => {
    const operator = confined(['two', 'one', 'two']);
    new Controller(operator, 'Controller', { for: Cache, owns: [k8s.KubeConfigMap], render: () => undefined });
    const rules = [
      'configmaps list watch create patch delete',
      'events create patch',
      'caches list watch',
      'caches/finalizers update',
      'caches/status patch',
    ];
    assert.deepEqual(access(operator), {
      'Role two': rules,
      'RoleBinding two': [],
      'Role one': rules,
      'RoleBinding one': [],
      ClusterRole: ['customresourcedefinitions list watch'],
      ClusterRoleBinding: [],
    });
    const binding = operator
      .toJson()
      .find(({ kind, metadata }) => kind === 'RoleBinding' && metadata.namespace === 'one');
    assert.deepEqual(binding?.subjects, [
      { kind: 'ServiceAccount', name: 'cache-operator-controller-manager', namespace: 'cache-operator-system' },
    ]);
  });

  it('a confined operator has cluster rights for cluster-scoped kinds', () => {
    const operator = confined(['one']);
    new Controller(operator, 'Controller', {
      for: Cache,
      watches: [{ kind: k8s.KubeNode, map: () => [] }],
      render: () => undefined,
    });
    operator.grant([
      { group: 'example.com', resource: 'farms', verbs: ['get'], scope: 'Cluster' },
      { group: 'example.com', resource: 'barns/status', verbs: ['get'] },
      { group: 'storage.k8s.io', resource: 'storageclasses', verbs: ['get'] },
    ]);
    assert.deepEqual(access(operator), {
      'Role one': ['events create patch', 'barns/status get', 'caches list watch', 'caches/status patch'],
      'RoleBinding one': [],
      ClusterRole: ['nodes list watch', 'customresourcedefinitions list watch', 'farms get', 'storageclasses get'],
      ClusterRoleBinding: [],
    });
  });

  it('a confined operator has cluster rights for a cluster-scoped resource and its Events', () => {
    const operator = confined(['one']);
    new Controller(operator, 'Controller', {
      for: Farm,
      owns: [k8s.KubeConfigMap],
      cleanup: () => undefined,
      render: () => undefined,
    });
    assert.deepEqual(access(operator), {
      'Role one': ['configmaps list watch create patch delete'],
      'RoleBinding one': [],
      ClusterRole: [
        'events create patch',
        'customresourcedefinitions list watch',
        'farms list watch patch',
        'farms/finalizers update',
        'farms/status patch',
      ],
      ClusterRoleBinding: [],
    });
  });

  it('an operator that isn’t confined has one ClusterRole', () => {
    const operator = confined();
    new Controller(operator, 'Controller', { for: Cache, render: () => undefined });
    assert.deepEqual(Object.keys(access(operator)), ['ClusterRole', 'ClusterRoleBinding']);
  });

  it('a storage migration of a namespaced kind is refused for a confined operator', () => {
    const operator = confined(['one']);
    class Old extends CustomResource({ ...names, version: 'v1beta1', kind: 'Cache' }) {}
    const same = () => ({ spec: {}, status: {} });
    class New extends CustomResource({ ...names, kind: 'Cache', versions: [{ of: Old, up: same, down: same }] }) {}
    new Controller(operator, 'Controller', { for: New, render: () => undefined });
    assert.deepEqual(new StorageMigration(operator, 'Migration', { of: New }).node.validate(), [
      'Cache.example.com/v1 may be stored outside of watchNamespaces, where the operator has no rights: leave it out, and run the command `migrate`',
    ]);
  });
});
