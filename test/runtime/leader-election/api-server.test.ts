import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Client, HttpClient, loadCredentials } from '../../../lib/client/index.ts';
import { systemClock } from '../../../lib/clock/index.ts';
import { EventRecorder } from '../../../lib/runtime/event/index.ts';
import { LeaderElection } from '../../../lib/runtime/leader-election/index.ts';
import { leaseKind } from '../../../lib/runtime/lease/index.ts';
import { silentLogger } from '../../../lib/telemetry/index.ts';
import { EmbeddedControlPlane } from '../../embedded-control-plane.ts';
import { kubectl } from '../../kubectl.ts';

const lease = { namespace: 'default', name: 'memcached-operator' };
const ports = { clock: systemClock, metrics: { leadershipBegan() {}, leadershipEnded() {} }, logger: silentLogger };

/** The rights that the contracts of LeaderElection and EventRecorder require. */
const access = [
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: { name: 'candidate', namespace: lease.namespace },
    rules: [
      { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['create'] },
      {
        apiGroups: ['coordination.k8s.io'],
        resources: ['leases'],
        resourceNames: [lease.name],
        verbs: ['get', 'patch'],
      },
      { apiGroups: [''], resources: ['events'], verbs: ['create', 'patch'] },
    ],
  },
  { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'candidate', namespace: lease.namespace } },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name: 'candidate', namespace: lease.namespace },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'candidate' },
    subjects: [{ kind: 'ServiceAccount', name: 'candidate', namespace: lease.namespace }],
  },
];

describe('leader election on an API server, with no more rights than it asks for', () => {
  let controlPlane: EmbeddedControlPlane;
  let client: Client;

  before(async () => {
    controlPlane = await EmbeddedControlPlane.start({ workloads: 'none' });
    await kubectl(controlPlane, ['apply', '-f', '-'], { apiVersion: 'v1', kind: 'List', items: access });
    const kubeconfig = await controlPlane.serviceAccountKubeconfig(lease.namespace, 'candidate');
    client = new HttpClient(await loadCredentials({ clock: systemClock, kubeconfig }), { clock: systemClock });
  });

  after(async () => {
    await client?.close();
    await controlPlane?.stop();
  });

  it('candidates create the Lease, hand it over and release it, and Events name each leader', async () => {
    const events = new EventRecorder({ component: 'memcached-operator', instance: 'pod-1' }, { client, ...ports });
    const [stopFirst, stopSecond, stopEvents] = [new AbortController(), new AbortController(), new AbortController()];
    const recorded = events.run(stopEvents.signal);

    const first = new LeaderElection({ lease, identity: 'first_1' }, { client, events, ...ports });
    const firstEnd = first.run(stopFirst.signal);
    await first.term();
    const made = await client.get(leaseKind, lease);
    const second = new LeaderElection({ lease, identity: 'second_2' }, { client, events, ...ports });
    const secondEnd = second.run(stopSecond.signal);
    stopFirst.abort();
    await firstEnd;
    await second.term();
    assert.equal(first.isLeader(), false);
    const taken = await client.get(leaseKind, lease);
    stopSecond.abort();
    await secondEnd;
    const released = await client.get(leaseKind, lease);
    stopEvents.abort();
    await recorded;

    assert.deepEqual(
      [made, taken, released].map(({ spec }) => shown(spec)),
      [
        { holderIdentity: 'first_1', leaseDurationSeconds: 15, leaseTransitions: 0 },
        { holderIdentity: 'second_2', leaseDurationSeconds: 15, leaseTransitions: 1 },
        { holderIdentity: '', leaseDurationSeconds: 1, leaseTransitions: 1 },
      ],
    );
    const description = await kubectl(controlPlane, ['describe', 'lease', lease.name]);
    assert.match(description, /Normal +LeaderElection +\S+ +memcached-operator +first_1 became leader/);
    assert.match(description, /Normal +LeaderElection +\S+ +memcached-operator +second_2 became leader/);
  });

  it('kubectl shows a repeated Event once, with its count', async () => {
    const events = new EventRecorder({ component: 'memcached-operator', instance: 'pod-1' }, { client, ...ports });
    const regarding = await client.get(leaseKind, lease);
    for (const _ of [1, 2, 3]) {
      events.record(regarding, {
        type: 'Warning',
        reason: 'ChildConflict',
        message: 'Deployment db belongs to another',
      });
      await events.run(AbortSignal.abort());
    }
    assert.match(
      await kubectl(controlPlane, ['describe', 'lease', lease.name]),
      /Warning +ChildConflict +\S+ \(x3 over \S+\) +memcached-operator +Deployment db belongs to another/,
    );
  });

  function shown(spec: unknown): object {
    const { acquireTime, renewTime, ...rest } = spec as Record<string, unknown>;
    assert.match(String(acquireTime), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    assert.match(String(renewTime), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    return rest;
  }
});
