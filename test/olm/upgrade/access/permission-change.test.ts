import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject, KubernetesObject } from '../../../../lib/api/index.ts';
import { findingTexts } from '../release.ts';

type Rules = readonly JsonObject[];

const rule = (verbs: string[], resources: string[], more: JsonObject = {}) => ({
  apiGroups: [''],
  resources,
  verbs,
  ...more,
});

const granted = (reach: string, rules: Rules, serviceAccountName = 'manager') => ({
  spec: { install: { spec: { [reach]: [{ serviceAccountName, rules }] } } },
});

const childTexts = (before: Rules, after: Rules, reaches = ['clusterPermissions', 'clusterPermissions']) =>
  findingTexts(granted(reaches[0] ?? '', before), granted(reaches[1] ?? '', after));

const role = (rules: Rules, metadata: JsonObject = {}): KubernetesObject => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: { ...metadata, name: 'box-editor' },
  rules,
});

const subject = (kind: string, name: string) => ({ kind, name, apiGroup: 'rbac.authorization.k8s.io' });

const binding = (subjects: Rules, { kind = 'ClusterRoleBinding', name = 'editors' } = {}): KubernetesObject => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind,
  metadata: { name },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'box-editor' },
  subjects,
});

describe('the comparison of rights', () => {
  it('check-upgrade reports each new verb of a right', () => {
    assert.deepEqual(childTexts([rule(['get'], ['pods'])], [rule(['get', 'list', 'delete'], ['pods'])]), [
      'risky permission-grown: ServiceAccount manager may list, delete pods in group "" in all namespaces',
    ]);
  });

  it('check-upgrade reports nothing about fewer rights, or the same rights in other rules', () => {
    assert.deepEqual(
      childTexts([rule(['get', 'list'], ['pods', 'secrets'])], [rule(['get'], ['pods']), rule(['list'], ['pods'])]),
      [],
    );
  });

  it('check-upgrade expands wildcards in compared rights', () => {
    assert.deepEqual(childTexts([rule(['*'], ['*'], { apiGroups: ['*'] })], [rule(['get'], ['pods/log'])]), []);
    assert.deepEqual(childTexts([rule(['get'], ['*/scale'])], [rule(['get'], ['boxes/scale'])]), []);
    assert.deepEqual(childTexts([rule(['get'], ['pods'])], [rule(['*'], ['pods'])]), [
      'risky permission-grown: ServiceAccount manager may do anything with pods in group "" in all namespaces',
    ]);
  });

  it('check-upgrade treats a right to objects of some names as smaller than one to all objects', () => {
    const one = rule(['get'], ['secrets'], { resourceNames: ['a'] });
    const all = rule(['get'], ['secrets']);
    assert.deepEqual(childTexts([all], [one]), []);
    assert.deepEqual(childTexts([one], [all]), [
      'risky permission-grown: ServiceAccount manager may get secrets in group "" in all namespaces',
    ]);
  });

  it('check-upgrade compares rights to non-resource URLs', () => {
    const path = (...nonResourceURLs: string[]) => ({ nonResourceURLs, verbs: ['get'] });
    assert.deepEqual(childTexts([path('/metrics/*')], [path('/metrics/cadvisor', '/logs')]), [
      'risky permission-grown: ServiceAccount manager may get /logs in all namespaces',
    ]);
  });

  it('check-upgrade treats a right in all namespaces as larger than one in some namespaces', () => {
    const rules = [rule(['get'], ['pods'])];
    assert.deepEqual(childTexts(rules, rules, ['clusterPermissions', 'permissions']), []);
    assert.deepEqual(childTexts(rules, rules, ['permissions', 'clusterPermissions']), [
      'risky permission-grown: ServiceAccount manager may get pods in group "" in all namespaces',
    ]);
  });

  it('check-upgrade reports a new ServiceAccount, and its rights that no account had before', () => {
    const before = granted('permissions', [rule(['get'], ['pods'])]);
    assert.deepEqual(findingTexts(before, granted('permissions', [rule(['get', 'list'], ['pods'])], 'other')), [
      'risky permission-grown: ServiceAccount other may list pods in group ""',
      'notice account-added: the ServiceAccount other is new',
    ]);
  });

  it('check-upgrade reports roles of users that allow less, allow more, or are removed', () => {
    const before = { manifests: [role([rule(['get', 'list'], ['boxes'])])] };
    assert.deepEqual(findingTexts(before, { manifests: [role([rule(['get', 'create'], ['boxes'])])] }), [
      'risky role-shrunk: ClusterRole box-editor no longer allows its subjects to list boxes in group ""',
      'notice role-grown: ClusterRole box-editor allows its subjects to create boxes in group ""',
    ]);
    assert.deepEqual(findingTexts(before, {}), ['risky role-gone: ClusterRole box-editor is gone']);
    assert.deepEqual(findingTexts({}, before), ['risky role-added: ClusterRole box-editor is new']);
  });

  it('check-upgrade reports a role that is newly aggregated into another, or no longer', () => {
    const rules = [rule(['get'], ['boxes'])];
    const labels = { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' };
    const [plain, aggregated] = [{ manifests: [role(rules)] }, { manifests: [role(rules, { labels })] }];
    const part = 'risky role-aggregated: ClusterRole box-editor is aggregated into the ClusterRole view';
    assert.deepEqual(findingTexts(plain, aggregated), [part]);
    assert.deepEqual(findingTexts({}, aggregated), ['risky role-added: ClusterRole box-editor is new', part]);
    assert.deepEqual(findingTexts(aggregated, plain), [
      'risky role-shrunk: ClusterRole box-editor is no longer aggregated into the ClusterRole view',
    ]);
    assert.deepEqual(findingTexts(aggregated, { manifests: [role([rule(['get', 'list'], ['boxes'])], { labels })] }), [
      'risky role-grown: ClusterRole box-editor allows its subjects to list boxes in group ""',
    ]);
  });

  it('check-upgrade reports new subjects of a role', () => {
    const everybody = subject('Group', 'system:authenticated');
    const anna = subject('User', 'anna');
    const bound = (...subjects: Rules) => ({ manifests: [binding(subjects)] });
    assert.deepEqual(findingTexts({}, bound(everybody)), [
      'risky binding-grown: ClusterRoleBinding editors grants the ClusterRole box-editor to Group system:authenticated',
    ]);
    assert.deepEqual(findingTexts(bound(anna), bound(anna, everybody)), [
      'risky binding-grown: ClusterRoleBinding editors grants the ClusterRole box-editor to Group system:authenticated',
    ]);
    const one = { manifests: [binding([anna], { kind: 'RoleBinding' })] };
    assert.deepEqual(findingTexts({}, one), [
      'risky binding-grown: RoleBinding editors grants the ClusterRole box-editor to User anna',
    ]);
    assert.equal(findingTexts(one, bound(anna)).length, 2);
    assert.deepEqual(findingTexts(bound(anna), { manifests: [binding([anna], { name: 'other' })] }), []);
  });

  it('check-upgrade reports removed subjects of a role', () => {
    const [anna, bert] = [subject('User', 'anna'), subject('User', 'bert')];
    assert.deepEqual(findingTexts({ manifests: [binding([anna, bert])] }, { manifests: [binding([bert])] }), [
      'risky binding-shrunk: the ClusterRole box-editor is no longer granted to User anna',
    ]);
    assert.deepEqual(findingTexts({ manifests: [binding([anna])] }, {}), [
      'risky binding-shrunk: the ClusterRole box-editor is no longer granted to User anna',
    ]);
  });

  it('check-upgrade compares roles and bindings of any namespace, since OLM puts all into its own', () => {
    const placed = (metadata: JsonObject) => {
      const grant = binding([subject('User', 'anna')], { kind: 'RoleBinding' });
      return {
        manifests: [
          { ...role([rule(['get'], ['boxes'])]), kind: 'Role', metadata: { ...metadata, name: 'box-editor' } },
          { ...grant, metadata: { ...metadata, name: 'editors' } },
        ],
      };
    };
    assert.deepEqual(findingTexts(placed({ namespace: 'boxes' }), placed({})), []);
  });

  it('check-upgrade reports new rights of a role that a binding grants', () => {
    const release = (verbs: string[]) => ({
      manifests: [role([rule(verbs, ['boxes'])]), binding([subject('User', 'anna')])],
    });
    assert.deepEqual(findingTexts(release(['get']), release(['get', 'list'])), [
      'risky role-grown: ClusterRole box-editor allows its subjects to list boxes in group ""',
    ]);
  });
});
