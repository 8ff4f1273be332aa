import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject, KubernetesObject } from '../../../lib/api/index.ts';
import { upgradeFindings } from '../../../lib/olm/upgrade/index.ts';
import { findingTexts, releaseOf } from './release.ts';

const manifest = (apiVersion: string, kind: string, fields: JsonObject): KubernetesObject => ({
  apiVersion,
  kind,
  metadata: { name: 'box-operator' },
  ...fields,
});

const service = (spec: JsonObject) => manifest('v1', 'Service', { spec });

/** The findings if a manifest changes or is gone. */
const childTexts = (before: KubernetesObject, after?: KubernetesObject) =>
  findingTexts({ manifests: [before] }, { manifests: after === undefined ? [] : [after] });

describe('the comparison of manifests', () => {
  const refused: readonly (readonly [
    apiVersion: string,
    kind: string,
    before: JsonObject,
    after: JsonObject,
    path: string,
  ])[] = [
    ['scheduling.k8s.io/v1', 'PriorityClass', { value: 1 }, { value: 2 }, 'value'],
    ['scheduling.k8s.io/v1', 'PriorityClass', { preemptionPolicy: 'Never' }, {}, 'preemptionPolicy'],
    ['v1', 'ConfigMap', { immutable: true, data: { a: 'b' } }, { immutable: true, data: { a: 'c' } }, 'data'],
    ['v1', 'Secret', {}, { type: 'kubernetes.io/basic-auth' }, 'type'],
    ['v1', 'Service', { spec: {} }, { spec: { clusterIP: 'None' } }, 'spec.clusterIP'],
    ['v1', 'Service', { spec: { ipFamilies: ['IPv4'] } }, { spec: { ipFamilies: ['IPv6'] } }, 'spec.ipFamilies'],
    ['rbac.authorization.k8s.io/v1', 'RoleBinding', { roleRef: { name: 'a' } }, { roleRef: { name: 'b' } }, 'roleRef'],
    [
      'rbac.authorization.k8s.io/v1',
      'ClusterRoleBinding',
      { roleRef: { kind: 'ClusterRole', name: 'a' }, subjects: [{ kind: 'User', name: 'anna' }] },
      { roleRef: { kind: 'ClusterRole', name: 'b' }, subjects: [{ kind: 'User', name: 'anna' }] },
      'roleRef',
    ],
  ];
  for (const [apiVersion, kind, before, after, path] of refused) {
    it(`check-upgrade reports that the API server rejects another ${path} of a ${kind}, and nothing else`, () => {
      const [found, ...others] = upgradeFindings({
        before: releaseOf({ number: '0.1.0', children: [], manifests: [manifest(apiVersion, kind, before)] }),
        after: releaseOf({ children: [], manifests: [manifest(apiVersion, kind, after)] }),
      });
      assert.deepEqual(others, []);
      assert.equal(found?.severity, 'breaking');
      assert.equal(found.file, 'manifests/extra-0.yaml');
      assert.equal(found.path, path);
      assert.match(found.hits, /^the installer: /);
    });
  }

  it('check-upgrade reports nothing about mutable, equivalent or cluster-owned fields of manifests', () => {
    const config = (fields: JsonObject) => manifest('v1', 'ConfigMap', fields);
    assert.deepEqual(childTexts(config({ data: { a: 'b' } }), config({ data: { a: 'c' }, immutable: true })), []);
    const priority = (fields: JsonObject) => manifest('scheduling.k8s.io/v1', 'PriorityClass', { value: 1, ...fields });
    assert.deepEqual(childTexts(priority({}), priority({ preemptionPolicy: 'PreemptLowerPriority' })), []);
    assert.deepEqual(childTexts(service({ clusterIP: 'None' }), service({})), []);
    const binding = (roleRef: JsonObject) => manifest('rbac.authorization.k8s.io/v1', 'RoleBinding', { roleRef });
    const role = { kind: 'Role', name: 'a' };
    assert.deepEqual(childTexts(binding(role), binding({ apiGroup: 'rbac.authorization.k8s.io', ...role })), []);
    const elsewhere = { metadata: { name: 'box-operator', namespace: 'other' } };
    assert.deepEqual(childTexts(manifest('v1', 'Secret', {}), manifest('v1', 'Secret', elsewhere)), []);
  });

  it('check-upgrade reports removed ports of a Service', () => {
    const ports = (port: number) => service({ ports: [{ port }] });
    assert.deepEqual(childTexts(ports(8443), ports(8444)), [
      'risky port-removed: Service box-operator: port 8443/TCP is gone',
    ]);
    assert.deepEqual(childTexts(ports(8443)), ['risky manifest-gone: Service box-operator is gone']);
  });

  it('check-upgrade reports removed objects that other programs may use, and none of the operator’s own', () => {
    const account = manifest('v1', 'ServiceAccount', {});
    assert.deepEqual(childTexts(account), ['risky manifest-gone: ServiceAccount box-operator is gone']);
    const permissions = [{ serviceAccountName: 'box-operator', rules: [] }];
    assert.deepEqual(
      findingTexts({ manifests: [account] }, { spec: { install: { spec: { permissions } } } }).filter((each) =>
        each.includes('gone'),
      ),
      [],
    );
    assert.deepEqual(childTexts(manifest('v1', 'ConfigMap', {})), [
      'notice manifest-gone: ConfigMap box-operator is gone',
    ]);
    assert.deepEqual(childTexts(manifest('policy/v1', 'PodDisruptionBudget', {})), []);
  });
});

const object = (apiVersion: string, kind: string, name = 'box-operator'): KubernetesObject => ({
  apiVersion,
  kind,
  metadata: { name },
});

const monitor = object('monitoring.coreos.com/v1', 'ServiceMonitor');

describe('the comparison of the APIs that manifests need', () => {
  const optional = [
    ['monitoring.coreos.com/v1', 'ServiceMonitor'],
    ['monitoring.coreos.com/v1', 'PrometheusRule'],
    ['autoscaling.k8s.io/v1', 'VerticalPodAutoscaler'],
    ['console.openshift.io/v1', 'ConsolePlugin'],
  ] as const;
  for (const [apiVersion, kind] of optional) {
    it(`check-upgrade reports a bundle’s first ${kind}, which clusters may have no API for`, () => {
      assert.deepEqual(findingTexts({}, { manifests: [object(apiVersion, kind), object(apiVersion, kind, 'other')] }), [
        `risky api-needed: brings a ${kind}, and the old release brought none of ${apiVersion}`,
      ]);
    });
  }

  it('check-upgrade reports nothing about kinds and groups that are named like inherited properties', () => {
    const odd = [object('constructor/v1', 'Box'), object('v1', 'constructor')];
    assert.deepEqual(findingTexts({}, { manifests: odd }), []);
    assert.deepEqual(findingTexts({ manifests: odd }, {}), []);
    assert.deepEqual(findingTexts({ manifests: odd }, { manifests: odd }), []);
  });

  it('check-upgrade reports another version of a kind that manifests need', () => {
    const plugin = (version: string) => ({ manifests: [object(`console.openshift.io/${version}`, 'ConsolePlugin')] });
    assert.equal(findingTexts(plugin('v1alpha1'), plugin('v1')).length, 1);
  });

  it('check-upgrade reports nothing about kinds that every cluster has, or that the old release needed', () => {
    assert.deepEqual(findingTexts({}, { manifests: [object('policy/v1', 'PodDisruptionBudget')] }), []);
    assert.deepEqual(
      findingTexts({ manifests: [monitor] }, { manifests: [{ ...monitor, metadata: { name: 'other' } }] }),
      [],
    );
    const rule = object('monitoring.coreos.com/v1', 'PrometheusRule');
    assert.deepEqual(findingTexts({ manifests: [monitor] }, { manifests: [monitor, rule] }), []);
    const required = [{ name: 'servicemonitors.monitoring.coreos.com', version: 'v1', kind: 'ServiceMonitor' }];
    const asking = { spec: { customresourcedefinitions: { required } } };
    assert.deepEqual(findingTexts(asking, { ...asking, manifests: [monitor] }), []);
    assert.deepEqual(findingTexts(asking, { ...asking, manifests: [rule] }), []);
    const nativeAPIs = [{ group: 'monitoring.coreos.com', version: 'v1', kind: 'ServiceMonitor' }];
    assert.deepEqual(findingTexts({ spec: { nativeAPIs } }, { spec: { nativeAPIs }, manifests: [monitor] }), []);
  });
});
