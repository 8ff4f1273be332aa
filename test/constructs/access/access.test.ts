import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { App, Chart } from 'cdk8s';
import { type KubernetesObject, withScopedNamespace } from '../../../lib/api/index.ts';
import { Access } from '../../../lib/constructs/access/access.ts';
import { UserRoles } from '../../../lib/constructs/access/user-roles.ts';
import type { PolicyRule } from '../../../lib/constructs/index.ts';
import { Shelf } from '../../runtime/shelf.ts';
import { Vault } from '../webhook/guarded-operator.ts';

describe('the access of an operator', () => {
  let chart: Chart;

  beforeEach(() => {
    chart = new Chart(new App(), 'chart', { namespace: 'shop' });
  });

  function objects(): KubernetesObject[] {
    return (chart.toJson() as KubernetesObject[]).map(withScopedNamespace);
  }

  function find(kind: string, name: string): KubernetesObject {
    const found = objects().find((object) => object.kind === kind && object.metadata.name === name);
    return found ?? assert.fail(`there is no ${kind} ${name}`);
  }

  it('the manager’s roles are bound to its ServiceAccount', () => {
    const access = new Access(chart, 'Access', { name: 'shelf-operator', namespace: 'shop' });
    assert.equal(access.serviceAccount.name, 'shelf-operator-controller-manager');
    assert.equal(find('ServiceAccount', access.serviceAccount.name).metadata.namespace, 'shop');
    const subjects = [{ kind: 'ServiceAccount', name: access.serviceAccount.name, namespace: 'shop' }];
    for (const [kind, name] of [
      ['ClusterRole', 'shelf-operator-manager-role'],
      ['Role', 'shelf-operator-leader-election-role'],
    ] as const) {
      const binding = find(`${kind}Binding`, name);
      const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind, name };
      assert.deepEqual([binding.roleRef, binding.subjects], [roleRef, subjects]);
    }
  });

  it('the manager’s role includes all rights that are granted before synthesis', () => {
    const access = new Access(chart, 'Access', { name: 'shelf-operator', namespace: 'shop' });
    access.grant([{ group: '', resource: 'pods', verbs: ['list'] }]);
    access.grant([{ group: '', resource: 'pods', verbs: ['watch'] }]);
    assert.deepEqual(find('ClusterRole', 'shelf-operator-manager-role').rules, [
      { apiGroups: [''], resources: ['pods'], verbs: ['list', 'watch'] },
    ]);
  });

  it('the manager may use the Lease with the operator’s name, and no other', () => {
    new Access(chart, 'Access', { name: 'shelf-operator', namespace: 'shop' });
    const { rules, metadata } = find('Role', 'shelf-operator-leader-election-role');
    assert.equal(metadata.namespace, 'shop');
    const [, , creation, use] = rules as { verbs: string[]; resourceNames?: string[] }[];
    assert.deepEqual([creation?.verbs, creation?.resourceNames], [['create'], undefined]);
    assert.deepEqual([use?.verbs, use?.resourceNames], [['get', 'patch'], ['shelf-operator']]);
  });

  it('the manager may read its own Deployment, and no other', () => {
    new Access(chart, 'Access', { name: 'shelf-operator', namespace: 'shop' });
    const rules = find('Role', 'shelf-operator-leader-election-role').rules as PolicyRule[];
    assert.deepEqual(
      rules.filter(({ resources }) => resources?.includes('deployments')),
      [
        {
          apiGroups: ['apps'],
          resources: ['deployments'],
          verbs: ['get'],
          resourceNames: ['shelf-operator-controller-manager'],
        },
      ],
    );
  });

  it('a manager with shards may list Leases, and patch those of shards and members by name', () => {
    new Access(chart, 'Access', { name: 'shelf-operator', namespace: 'shop', shards: 2 });
    const rules = find('Role', 'shelf-operator-leader-election-role').rules as PolicyRule[];
    assert.deepEqual(
      rules
        .filter(({ resources }) => resources?.includes('leases'))
        .map(({ verbs, resourceNames }) => [verbs, resourceNames]),
      [
        [['list', 'create'], undefined],
        [['get', 'patch'], ['shelf-operator']],
        [
          ['get', 'patch'],
          [
            'shelf-operator-member-0-of-2',
            'shelf-operator-member-1-of-2',
            'shelf-operator-shard-0-of-2',
            'shelf-operator-shard-1-of-2',
          ],
        ],
      ],
    );
  });

  it('the roles for users are aggregated into the default roles of namespaces', () => {
    new UserRoles(chart, 'UserRoles', { name: 'shelf-operator', definition: Shelf.definition });
    const labels = (name: string) => find('ClusterRole', `shelf-operator-shelf-${name}-role`).metadata.labels;
    const aggregated = (role: string) => ({ [`rbac.authorization.k8s.io/aggregate-to-${role}`]: 'true' });
    assert.deepEqual(labels('editor'), { ...aggregated('admin'), ...aggregated('edit') });
    assert.deepEqual(labels('viewer'), aggregated('view'));
  });

  it('editors of a resource may scale it, and viewers may read its scale', () => {
    new UserRoles(chart, 'UserRoles', { name: 'vault-operator', definition: Vault.definition });
    const scaling = (name: string) =>
      (find('ClusterRole', `vault-operator-vault-${name}-role`).rules as PolicyRule[])
        .filter(({ resources }) => resources?.includes('vaults/scale'))
        .flatMap(({ verbs }) => verbs);
    assert.deepEqual(scaling('editor'), ['get', 'update', 'patch']);
    assert.deepEqual(scaling('viewer'), ['get']);
  });

  it('the roles for users include no right to scale a kind without the scale subresource', () => {
    new UserRoles(chart, 'UserRoles', { name: 'shelf-operator', definition: Shelf.definition });
    assert.doesNotMatch(JSON.stringify(objects()), /scale/);
  });

  it('the roles for users allow reading a status, and not writing it', () => {
    new UserRoles(chart, 'UserRoles', { name: 'shelf-operator', definition: Shelf.definition });
    const roles = objects();
    assert.equal(roles.length, 2);
    for (const { rules } of roles) {
      const onStatus = (rules as { resources: string[]; verbs: string[] }[]).filter(({ resources }) =>
        resources.includes('shelfs/status'),
      );
      assert.deepEqual(
        onStatus.map(({ verbs }) => verbs),
        [['get']],
      );
    }
  });
});
