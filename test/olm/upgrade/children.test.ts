import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject, KubernetesObject } from '../../../lib/api/index.ts';
import { upgradeFindings } from '../../../lib/olm/upgrade/index.ts';
import { releaseOf, told } from './release.ts';

function child(apiVersion: string, kind: string, fields: JsonObject, name = 'small'): KubernetesObject {
  return { apiVersion, kind, metadata: { name, namespace: 'default' }, ...fields };
}

const template = (image: string) => ({ spec: { containers: [{ name: 'box', image }] } });
const statefulSet = (spec: JsonObject, name?: string) => child('apps/v1', 'StatefulSet', { spec }, name);
const service = (spec: JsonObject, name?: string) => child('v1', 'Service', { spec }, name);

const toldOf = (before: KubernetesObject[], after: KubernetesObject[]) =>
  told({ children: before }, { children: after });

describe('the comparison of children', () => {
  it('tells of fields that can never be changed, and of nothing else in the spec', () => {
    assert.deepEqual(
      toldOf(
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
    ['v1', 'Service', { spec: { clusterIP: 'None' } }, { spec: {} }],
    ['v1', 'PersistentVolumeClaim', { spec: { storageClassName: 'a' } }, { spec: { storageClassName: 'b' } }],
    ['v1', 'Secret', { type: 'Opaque' }, { type: 'kubernetes.io/tls' }],
    ['v1', 'ConfigMap', { immutable: true, data: { a: 'b' } }, { immutable: true, data: { a: 'c' } }],
    ['rbac.authorization.k8s.io/v1', 'RoleBinding', { roleRef: { name: 'a' } }, { roleRef: { name: 'b' } }],
    ['storage.k8s.io/v1', 'StorageClass', { provisioner: 'a' }, { provisioner: 'b' }],
    ['scheduling.k8s.io/v1', 'PriorityClass', { value: 1 }, { value: 2 }],
  ];
  for (const [apiVersion, kind, before, after] of immutable) {
    it(`knows what can't be changed of a ${kind}`, () => {
      const found = toldOf([child(apiVersion, kind, before)], [child(apiVersion, kind, after)]);
      assert.deepEqual(
        found.map((each) => each.slice(0, each.indexOf(':'))),
        ['breaking immutable-changed'],
      );
    });
  }

  it('takes what means the same for the same', () => {
    assert.deepEqual(
      toldOf(
        [child('v1', 'Secret', {}), child('v1', 'PersistentVolumeClaim', { spec: {} })],
        [
          child('v1', 'Secret', { type: 'Opaque' }),
          child('v1', 'PersistentVolumeClaim', { spec: { volumeMode: 'Filesystem' } }),
        ],
      ),
      [],
    );
  });

  it('takes claim templates that mean the same for the same', () => {
    const templates = (...volumeClaimTemplates: JsonObject[]) => [statefulSet({ volumeClaimTemplates })];
    const metadata = { name: 'data' };
    const claim = (storage: string, more: JsonObject = {}) => ({ resources: { requests: { storage } }, ...more });
    const old = { metadata, spec: claim('100Gi') };
    for (const same of [
      { metadata, spec: claim('102400Mi') },
      { metadata, spec: claim('100Gi', { volumeMode: 'Filesystem' }) },
      { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { ...metadata, labels: {} }, spec: claim('100Gi') },
    ]) {
      assert.deepEqual(toldOf(templates(old), templates(same)), []);
      assert.deepEqual(toldOf(templates(same), templates(old)), []);
    }
    for (const other of [
      { metadata, spec: claim('100G') },
      { metadata, spec: claim('100Gi', { volumeMode: 'Block' }) },
      { metadata: { name: 'other' }, spec: claim('100Gi') },
    ]) {
      assert.equal(toldOf(templates(old), templates(other)).length, 1);
    }
    assert.deepEqual(toldOf(templates(), [statefulSet({})]), []);
  });

  it('tells of a claim that is to be smaller, or larger', () => {
    const claim = (storage: string) =>
      child('v1', 'PersistentVolumeClaim', { spec: { resources: { requests: { storage } } } });
    assert.deepEqual(toldOf([claim('1Gi')], [claim('900Mi')]), [
      'breaking claim-resized: PersistentVolumeClaim small: "1Gi" → "900Mi"',
    ]);
    assert.deepEqual(toldOf([claim('1Gi')], [claim('2Gi')]), [
      'risky claim-resized: PersistentVolumeClaim small: "1Gi" → "2Gi"',
    ]);
    assert.deepEqual(toldOf([claim('1Gi')], [claim('1024Mi')]), []);
  });

  it('tells of another strategy that what the API server has filled in stands against', () => {
    const deployment = (strategy: JsonObject) => child('apps/v1', 'Deployment', { spec: { strategy } });
    assert.deepEqual(toldOf([deployment({})], [deployment({ type: 'Recreate' })]), [
      'breaking strategy-refused: Deployment small: RollingUpdate → Recreate, while rollingUpdate stays as the API server has filled it in',
    ]);
    assert.deepEqual(toldOf([deployment({ rollingUpdate: { maxSurge: 1 } })], [deployment({ type: 'Recreate' })]), []);
  });

  for (const kind of ['DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet']) {
    it(`tells of pods of a ${kind} that its selector selects no more`, () => {
      const labelled = (labels: JsonObject, selector: JsonObject = { matchLabels: { app: 'box' } }) =>
        child('apps/v1', kind, { spec: { selector, template: { metadata: { labels } } } });
      const refused = (...releases: readonly KubernetesObject[]) =>
        toldOf(releases.slice(0, 1), releases.slice(1)).filter((each) => each.startsWith('breaking'));
      assert.deepEqual(refused(labelled({ app: 'box' }), labelled({ app: 'crate' })), [
        `breaking labels-refused: ${kind} small: its pods have the labels {"app":"crate"}, and its selector doesn't select them: {"matchLabels":{"app":"box"}}`,
      ]);
      assert.deepEqual(refused(labelled({ app: 'box' }), labelled({ app: 'box', more: 'yes' })), []);
      for (const [operator, values] of [['In', ['box']], ['NotIn', ['crate']], ['Exists'], ['DoesNotExist']] as const) {
        const key = operator === 'DoesNotExist' ? 'other' : 'app';
        const selector = { matchExpressions: [{ key, operator, ...(values && { values: [...values] }) }] };
        const [kept, lost] = [{ app: 'box' }, operator === 'NotIn' ? { app: 'crate' } : { other: 'yes' }];
        assert.deepEqual(refused(labelled(kept, selector), labelled(kept, selector)), []);
        assert.equal(refused(labelled(kept, selector), labelled(lost, selector)).length, 1, operator);
      }
    });
  }

  it('knows a child again in another version of its kind', () => {
    assert.deepEqual(
      toldOf([child('policy/v1beta1', 'PodDisruptionBudget', {})], [child('policy/v1', 'PodDisruptionBudget', {})]),
      [],
    );
  });

  it('tells of pods that are replaced', () => {
    assert.deepEqual(toldOf([statefulSet({ template: template('a') })], [statefulSet({ template: template('b') })]), [
      'notice pods-restarted: StatefulSet small: its pods are others',
    ]);
  });

  it('tells of children that are gone, and of those that are missed most as breaking', () => {
    assert.deepEqual(toldOf([service({}), child('v1', 'ConfigMap', { data: {} })], []), [
      'breaking child-gone: Service small is no longer rendered',
      'risky child-gone: ConfigMap small is no longer rendered',
    ]);
  });

  it('knows a child by its content when it has another name', () => {
    assert.deepEqual(
      toldOf(
        [statefulSet({ selector: { matchLabels: { box: 'small' } } })],
        [statefulSet({ selector: { matchLabels: { box: 'tiny' } } }, 'tiny')],
      ),
      ['breaking child-renamed: StatefulSet small is called tiny now'],
    );
  });

  it('takes as breaking what pods, clients and rights depend on', () => {
    for (const [apiVersion, kind] of [
      ['apps/v1', 'Deployment'],
      ['apps/v1', 'DaemonSet'],
      ['v1', 'ServiceAccount'],
      ['networking.k8s.io/v1', 'Ingress'],
    ] as const) {
      assert.deepEqual(toldOf([child(apiVersion, kind, {})], []), [
        `breaking child-gone: ${kind} small is no longer rendered`,
      ]);
      assert.deepEqual(toldOf([child(apiVersion, kind, {})], [child(apiVersion, kind, {}, 'tiny')]), [
        `breaking child-renamed: ${kind} small is called tiny now`,
      ]);
    }
  });

  it('says where a child is that has moved to another namespace', () => {
    const placed = (namespace: string | undefined, name: string, fields: JsonObject = {}) => ({
      ...service(fields),
      metadata: { name, ...(namespace !== undefined && { namespace }) },
    });
    assert.deepEqual(toldOf([placed('a', 'small')], [placed('b', 'small', { clusterIP: 'None' })]), [
      'breaking child-renamed: Service small is in the namespace b now, and was in a',
    ]);
    assert.deepEqual(toldOf([placed('a', 'small')], [placed('b', 'tiny')]), [
      'breaking child-renamed: Service small is called tiny in the namespace b now, and was in a',
    ]);
    assert.deepEqual(toldOf([placed(undefined, 'small')], [placed('b', 'small')]), [
      'breaking child-renamed: Service small is in the namespace b now',
    ]);
  });

  it('tells what happens to a child that holds data: it stays behind', () => {
    const [first] = upgradeFindings({
      before: releaseOf({ number: '0.1.0', children: [child('v1', 'PersistentVolumeClaim', { spec: {} })] }),
      after: releaseOf({ children: [] }),
    });
    assert.match(first?.who ?? '', /it stays behind/);
  });

  it('tells of ports, selectors and keys that others rely on', () => {
    assert.deepEqual(
      toldOf(
        [
          service({ ports: [{ port: 80 }, { port: 81 }], selector: { a: 'b' } }),
          child('v1', 'ConfigMap', { data: { x: '1' } }),
        ],
        [
          service({ ports: [{ port: 80, protocol: 'TCP' }], selector: { a: 'c' } }),
          child('v1', 'ConfigMap', { data: {} }),
        ],
      ),
      [
        'breaking port-removed: Service small: port 81/TCP is gone',
        'risky selector-changed: Service small: {"a":"b"} → {"a":"c"}',
        'risky key-removed: ConfigMap small: the key x is gone',
      ],
    );
  });

  const typeChanges: readonly (readonly [was: string | undefined, is: string | undefined, severity?: string])[] = [
    ['LoadBalancer', 'ClusterIP', 'breaking'],
    ['LoadBalancer', undefined, 'breaking'],
    ['LoadBalancer', 'NodePort', 'breaking'],
    ['NodePort', 'ClusterIP', 'breaking'],
    ['ClusterIP', 'ExternalName', 'breaking'],
    ['ExternalName', 'ClusterIP', 'risky'],
    ['ClusterIP', 'LoadBalancer', 'risky'],
    [undefined, 'ClusterIP'],
  ];
  for (const [was, is, severity] of typeChanges) {
    it(`knows what it means that a Service of the type ${was ?? '(none)'} gets the type ${is ?? '(none)'}`, () => {
      const typed = (type: string | undefined) => [service(type === undefined ? {} : { type })];
      const what = `Service small: ${was} → ${is ?? 'ClusterIP'}`;
      assert.deepEqual(
        toldOf(typed(was), typed(is)),
        severity === undefined ? [] : [`${severity} service-type-changed: ${what}`],
      );
    });
  }

  it('tells of families, classes and names of ports of a Service', () => {
    const families = (...ipFamilies: string[]) => [service({ ipFamilies })];
    assert.deepEqual(toldOf(families('IPv4'), families('IPv6')), [
      'breaking ip-families-changed: Service small: ["IPv4"] → ["IPv6"]',
    ]);
    assert.deepEqual(toldOf(families('IPv4'), families('IPv4', 'IPv6')), [
      'risky ip-families-changed: Service small: ["IPv4"] → ["IPv4","IPv6"]',
    ]);
    const balancer = (loadBalancerClass?: string) => [
      service({ type: 'LoadBalancer', ...(loadBalancerClass !== undefined && { loadBalancerClass }) }),
    ];
    for (const [was, is] of [
      ['a.example.com/one', 'a.example.com/other'],
      [undefined, 'a.example.com/one'],
    ]) {
      assert.deepEqual(toldOf(balancer(was), balancer(is)), [
        `breaking immutable-changed: Service small: ${was === undefined ? 'none' : `"${was}"`} → "${is}"`,
      ]);
    }
    const port = (name?: string) => [service({ ports: [{ port: 80, ...(name !== undefined && { name }) }] })];
    assert.deepEqual(toldOf(port('http'), port('web')), [
      'risky port-renamed: Service small: port 80/TCP is called web now, and was http',
    ]);
    assert.deepEqual(toldOf(port(), port('web')), []);
  });

  const uncompared = (before: Parameters<typeof releaseOf>[0], after: Parameters<typeof releaseOf>[0]) =>
    upgradeFindings({ before: releaseOf({ number: '0.1.0', ...before }), after: releaseOf(after) }).map(
      ({ severity, what }) => `${severity}: ${what}`,
    );

  it("says so when it can't compare, and why", () => {
    assert.deepEqual(uncompared({ children: [] }, {}), [
      "risky: the children of Box small aren't compared: the new release came without them",
    ]);
    assert.deepEqual(uncompared({ children: [] }, { children: [], annotations: { 'alm-examples': '[]' } }), [
      "risky: the children of Box small aren't compared: the new release has no sample of that kind and name",
    ]);
    assert.deepEqual(uncompared({}, { children: [] }), [
      "notice: the children of Box small aren't compared: the old release came without them",
    ]);
  });

  it('compares children of a sample that has changed, and is sure of nothing', () => {
    const [before, after] = [{ size: 1 }, { size: 2 }];
    const another =
      'risky sample-changed: Box small is another sample now: what differs in its children may come from that, or from the new release';
    assert.deepEqual(
      told(
        { sample: before, children: [statefulSet({ serviceName: 'a', template: template('a') }), service({})] },
        { sample: after, children: [statefulSet({ serviceName: 'b', template: template('b') })] },
      ),
      [
        another,
        'risky child-gone: Service small is no longer rendered',
        'risky immutable-changed: StatefulSet small: "a" → "b"',
      ],
    );
    assert.deepEqual(told({ sample: before, children: [] }, { sample: after, children: [] }), [another]);
  });

  it('compares with what the new code makes of the old sample, if it can be asked', () => {
    const before = { children: [statefulSet({ serviceName: 'a' })], sample: { size: 1 } };
    const seen: KubernetesObject[] = [];
    const render = (sample: KubernetesObject) => {
      seen.push(sample);
      return { children: [statefulSet({ serviceName: 'b' })] };
    };
    assert.deepEqual(told(before, { sample: { size: 2 } }, { render }), [
      'breaking immutable-changed: StatefulSet small: "a" → "b"',
    ]);
    assert.deepEqual(
      seen.map(({ spec }) => spec),
      [{ size: 1 }],
    );
  });

  it('tells of an old sample that the new definition refuses', () => {
    const sized = (pattern: string) => ({ type: 'object', properties: { size: { type: 'string', pattern } } });
    const sample = { size: 'b1' };
    assert.deepEqual(told({ schema: sized('^[ab]'), sample }, { schema: sized('^b$'), sample: {} }), [
      'breaking sample-refused: Box small is valid no more: spec.size: must match ^b$, and is "b1"',
      'risky pattern-changed: v1 spec.size: has to match ^b$, and had to match ^[ab]',
    ]);
    assert.deepEqual(told({ schema: sized('^[ab]'), sample }, { schema: sized('^b1?$'), sample: {} }), [
      'risky pattern-changed: v1 spec.size: has to match ^b1?$, and had to match ^[ab]',
    ]);
  });

  it('tells of an old sample that the new code refuses', () => {
    assert.deepEqual(told({ children: [] }, {}, { render: () => ({ refusal: 'size: too large' }) }), [
      "breaking sample-refused: Box small can't be rendered any more: size: too large",
    ]);
  });
});
