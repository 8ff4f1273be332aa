import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../../lib/api/index.ts';
import { upgradeFindings } from '../../../../lib/olm/upgrade/index.ts';
import { releaseOf } from '../release.ts';
import { child, childTexts, statefulSet, template } from './rendered-child.ts';

describe('the immutable fields of children', () => {
  it('check-upgrade reports changed immutable fields of children, and no others in the spec', () => {
    assert.deepEqual(
      childTexts(
        [statefulSet({ serviceName: 'a', replicas: 1, volumeClaimTemplates: [{ metadata: { name: 'data' } }] })],
        [statefulSet({ serviceName: 'b', replicas: 2, volumeClaimTemplates: [], podManagementPolicy: 'OrderedReady' })],
      ),
      [
        'breaking immutable-changed: StatefulSet small: "a" → "b"',
        'breaking immutable-changed: StatefulSet small: [{"metadata":{"name":"data"}}] → []',
      ],
    );
    const [first] = upgradeFindings({
      before: releaseOf({ children: [statefulSet({ serviceName: 'a' })] }),
      after: releaseOf({ children: [statefulSet({ serviceName: 'b' })] }),
    });
    assert.equal(first?.file, 'children/box_small.yaml');
    assert.equal(first.path, 'spec.serviceName');
  });

  const immutable: readonly (readonly [apiVersion: string, kind: string, before: JsonObject, after: JsonObject])[] = [
    ['apps/v1', 'Deployment', { spec: { selector: { matchLabels: { a: 'b' } } } }, { spec: { selector: {} } }],
    ['apps/v1', 'DaemonSet', { spec: { selector: { matchLabels: { a: 'b' } } } }, { spec: { selector: {} } }],
    ['batch/v1', 'Job', { spec: { template: template('a') } }, { spec: { template: template('b') } }],
    ['v1', 'Service', { spec: {} }, { spec: { clusterIP: 'None' } }],
    ['v1', 'PersistentVolumeClaim', { spec: { storageClassName: 'a' } }, { spec: { storageClassName: 'b' } }],
    ['v1', 'Secret', { type: 'Opaque' }, { type: 'kubernetes.io/tls' }],
    ['v1', 'ConfigMap', { immutable: true, data: { a: 'b' } }, { immutable: true, data: { a: 'c' } }],
    ['rbac.authorization.k8s.io/v1', 'RoleBinding', { roleRef: { name: 'a' } }, { roleRef: { name: 'b' } }],
    ['storage.k8s.io/v1', 'StorageClass', { provisioner: 'a' }, { provisioner: 'b' }],
    ['scheduling.k8s.io/v1', 'PriorityClass', { value: 1 }, { value: 2 }],
  ];
  for (const [apiVersion, kind, before, after] of immutable) {
    it(`check-upgrade reports changed immutable fields of a ${kind}`, () => {
      const found = childTexts([child(apiVersion, kind, before)], [child(apiVersion, kind, after)]);
      assert.deepEqual(
        found.map((each) => each.slice(0, each.indexOf(':'))),
        ['breaking immutable-changed'],
      );
    });
  }

  it('check-upgrade treats equivalent values of immutable fields as the same', () => {
    assert.deepEqual(
      childTexts(
        [child('v1', 'Secret', {}), child('v1', 'PersistentVolumeClaim', { spec: {} })],
        [
          child('v1', 'Secret', { type: 'Opaque' }),
          child('v1', 'PersistentVolumeClaim', { spec: { volumeMode: 'Filesystem' } }),
        ],
      ),
      [],
    );
  });

  it('check-upgrade treats immutable values that API servers fill in or move as present', () => {
    const held = (fields: JsonObject) => child('v1', 'Secret', { immutable: true, ...fields });
    const bound = (roleRef: JsonObject) => child('rbac.authorization.k8s.io/v1', 'RoleBinding', { roleRef });
    const addressed = (spec: JsonObject) => child('v1', 'Service', { spec });
    const role = { kind: 'Role', name: 'a' };
    for (const [before, after] of [
      [held({ data: { a: 'eA==' } }), held({ stringData: { a: 'x' } })],
      [held({ stringData: { a: 'x' } }), held({ data: { a: 'eA==' }, stringData: {} })],
      [bound(role), bound({ ...role, apiGroup: '' })],
      [bound({ ...role, apiGroup: '' }), bound({ ...role, apiGroup: 'rbac.authorization.k8s.io' })],
      [addressed({ clusterIP: 'None' }), addressed({ clusterIP: '', clusterIPs: [] })],
      [addressed({}), addressed({ clusterIP: '' })],
      [child('v1', 'constructor', { spec: {} }), child('v1', 'constructor', { spec: { size: 1 } })],
    ] as const) {
      assert.deepEqual(childTexts([before], [after]), []);
    }
    const other = childTexts([held({ data: { a: 'eA==' } })], [held({ data: { a: 'eA==' }, stringData: { a: 'y' } })]);
    assert.deepEqual(other, ['breaking immutable-changed: Secret small: its content changes']);
  });

  it('check-upgrade treats equivalent volume claim templates as the same', () => {
    const templates = (...volumeClaimTemplates: JsonObject[]) => [statefulSet({ volumeClaimTemplates })];
    const metadata = { name: 'data' };
    const claim = (storage: string, more: JsonObject = {}) => ({ resources: { requests: { storage } }, ...more });
    const old = { metadata, spec: claim('100Gi') };
    for (const same of [
      { metadata, spec: claim('102400Mi') },
      { metadata, spec: claim('100Gi', { volumeMode: 'Filesystem' }) },
      { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { ...metadata, labels: {} }, spec: claim('100Gi') },
    ]) {
      assert.deepEqual(childTexts(templates(old), templates(same)), []);
      assert.deepEqual(childTexts(templates(same), templates(old)), []);
    }
    for (const other of [
      { metadata, spec: claim('100G') },
      { metadata, spec: claim('100Gi', { volumeMode: 'Block' }) },
      { metadata: { name: 'other' }, spec: claim('100Gi') },
    ]) {
      assert.equal(childTexts(templates(old), templates(other)).length, 1);
    }
    assert.deepEqual(childTexts(templates(), [statefulSet({})]), []);
  });
});
