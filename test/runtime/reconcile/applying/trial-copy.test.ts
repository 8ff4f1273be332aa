import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { StoredObject } from '../../../../lib/api/index.ts';
import { isCountedTwiceByQuota, trialCopy } from '../../../../lib/runtime/reconcile/applying/trial-copy.ts';
import { refusal } from '../../refusal.ts';
import { configMapKind, keyOf } from '../../shelf.ts';

/** A Service as it is stored. */
function service(spec: object): StoredObject {
  const identity = { uid: 'uid-web', resourceVersion: '7', creationTimestamp: '2030-01-01T00:00:00Z' };
  return { apiVersion: 'v1', kind: 'Service', metadata: { name: 'web', namespace: 'default', ...identity }, spec };
}

const specOf = (wanted: object, live: object) => trialCopy(service(wanted), service(live)).spec;

describe('the trial copy of a child', () => {
  it('a trial copy has another name of the same length', () => {
    const long = { ...service({}), metadata: { ...service({}).metadata, name: 'a'.repeat(63) } };
    const { name } = trialCopy(long, long).metadata;
    assert.match(name, /^t[0-9a-f]{8}a{54}$/);
  });

  it('a trial copy has none of the addresses and node ports of the present Service, and keeps others', () => {
    const live = { clusterIP: '10.0.0.1', clusterIPs: ['10.0.0.1'], ports: [{ port: 80, nodePort: 30080 }] };
    assert.deepEqual(specOf({ ...live, type: 'NodePort' }, live), { type: 'NodePort', ports: [{ port: 80 }] });
    const other = { clusterIP: '10.0.0.2', ports: [{ port: 80, nodePort: 30081 }] };
    assert.deepEqual(specOf(other, live), other);
  });

  it('the trial copy of a headless Service is headless', () => {
    const live = { clusterIP: 'None', clusterIPs: ['None'] };
    assert.deepEqual(specOf(live, live), live);
  });
});

describe('a refused trial copy', () => {
  const isOnlyCounted = (message: string, live = service({})) =>
    isCountedTwiceByQuota(refusal('create', configMapKind, keyOf('t'), 403, 'Forbidden', { message }), live);

  it('a trial copy is refused because of the present child if a quota counts both', () => {
    assert.equal(
      isOnlyCounted(
        'configmaps "t" is forbidden: exceeded quota: few, requested: configmaps=1, used: configmaps=5, limited: configmaps=5',
      ),
      true,
    );
    assert.equal(
      isOnlyCounted(
        'exceeded quota: few, requested: count/jobs.batch=1, used: count/jobs.batch=5, limited: count/jobs.batch=5',
      ),
      true,
    );
  });

  it('a trial copy is refused because of node ports and a load balancer only if the present Service has them', () => {
    const ports = [
      { port: 80, nodePort: 30080 },
      { port: 443, nodePort: 30443 },
    ];
    const balanced = service({ type: 'LoadBalancer', ports });
    const counts = 'services=1,services.loadbalancers=1,services.nodeports=2';
    const message = `exceeded quota: q, requested: ${counts}, used: ${counts}, limited: ${counts}`;
    assert.equal(isOnlyCounted(message, balanced), true);
    assert.equal(isOnlyCounted(message, service({ type: 'NodePort', ports })), false);
    assert.equal(isOnlyCounted(message, service({ type: 'LoadBalancer', ports: ports.slice(1) })), false);
  });

  for (const [title, message] of [
    [
      'the quota is exceeded without it',
      'exceeded quota: q, requested: configmaps=1, used: configmaps=6, limited: configmaps=5',
    ],
    [
      'the quota is one of CPU',
      'exceeded quota: q, requested: limits.cpu=1, used: limits.cpu=1, limited: limits.cpu=1',
    ],
    [
      'one of two is one of CPU',
      'exceeded quota: q, requested: cpu=1,pods=1, used: cpu=1,pods=1, limited: cpu=1,pods=1',
    ],
    ['it is another refusal', 'configmaps "t" is forbidden: no'],
  ] as const) {
    it(`the present child isn’t the cause of a refusal if ${title}`, () => assert.equal(isOnlyCounted(message), false));
  }
});
