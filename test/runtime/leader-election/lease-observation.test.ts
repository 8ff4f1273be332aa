import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { StoredObject } from '../../../lib/api/index.ts';
import { LeaderElection } from '../../../lib/runtime/leader-election/index.ts';
import { leaseKind } from '../../../lib/runtime/lease/index.ts';
import { silentLogger } from '../../../lib/telemetry/index.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';
import { ObservedCluster } from '../observed-cluster.ts';
import { RecordingLogger } from '../recording-logger.ts';
import { Candidate, lease } from './candidate.ts';

const labels = { 'app.kubernetes.io/part-of': 'memcached-operator' };

describe('a candidate that observes the Lease', () => {
  let clock: ManualClock;
  let server: ObservedCluster;
  let onlooker: LeaderElection;

  beforeEach(async () => {
    clock = new ManualClock();
    server = await ObservedCluster.start({ namespaces: [lease.namespace] });
    const ports = {
      client: server.client(),
      clock,
      events: { record() {} },
      metrics: { leadershipBegan() {}, leadershipEnded() {} },
    };
    const note = { annotations: () => ({ kinds: 'ConfigMap' }), onTermBegin() {} };
    onlooker = new LeaderElection({ lease, identity: 'onlooker_1', labels, note }, { ...ports, logger: silentLogger });
  });

  const stored = (): StoredObject => {
    const [found] = server.objects(leaseKind);
    return found ?? assert.fail('there is no Lease');
  };

  it('a candidate that observes the Lease takes over as soon as the leader’s lease has ended', async () => {
    const leader = new Candidate('leader_1', { server, clock }).run();
    await clock.advance(0);
    assert.equal(onlooker.holder, undefined);
    onlooker.observe(stored());
    assert.equal(onlooker.holder, 'leader_1');
    leader.pause();
    await clock.advance(14_999);
    onlooker.observe(stored());
    assert.equal(onlooker.holder, 'leader_1');
    await clock.advance(1);
    assert.equal(onlooker.holder, undefined);
    void onlooker.run(new AbortController().signal);
    await clock.advance(0);
    assert.equal(onlooker.holder, 'onlooker_1');
    assert.equal(onlooker.isLeader(), true);
  });

  it('a leader recreates its deleted Lease with its note', async () => {
    void onlooker.run(new AbortController().signal);
    await clock.advance(0);
    await server.remove(leaseKind, lease);
    await clock.advance(5_000);
    assert.equal(onlooker.isLeader(), true);
    assert.equal(stored().metadata.annotations?.kinds, 'ConfigMap');
  });

  it('a leader ignores an older list of its Lease', async () => {
    const leader = new Candidate('leader_1', { server, clock }).run();
    await clock.advance(0);
    const before = stored();
    void leader.stop();
    await clock.advance(0);
    void onlooker.run(new AbortController().signal);
    await clock.advance(0);
    const calls = server.calls.length;
    onlooker.observe(before);
    await clock.advance(60_000);
    assert.equal(onlooker.isLeader(), true);
    assert.deepEqual(new Set(server.calls.slice(calls)), new Set([`patch leases ${lease.namespace}/${lease.name}`]));
  });

  it('a candidate that has released the Lease ignores an older list, and knows the next holder', async () => {
    const stop = new AbortController();
    const end = onlooker.run(stop.signal);
    await clock.advance(0);
    const held = stored();
    stop.abort();
    await end;
    onlooker.observe(held);
    new Candidate('rival_1', { server, clock }).run();
    await clock.advance(0);
    onlooker.observe(stored());
    assert.equal(onlooker.holder, 'rival_1');
  });

  it('a candidate that has released the Lease knows the holder of one that was deleted and created again', async () => {
    const stop = new AbortController();
    const end = onlooker.run(stop.signal);
    await clock.advance(0);
    stop.abort();
    await end;
    await server.remove(leaseKind, lease);
    new Candidate('rival_1', { server, clock }).run();
    await clock.advance(0);
    onlooker.observe(stored());
    assert.equal(onlooker.holder, 'rival_1');
  });

  it('a candidate can run several times, and observes the Lease in between', async () => {
    for (const rival of ['rival_1', 'rival_2']) {
      const stop = new AbortController();
      const end = onlooker.run(stop.signal);
      await clock.advance(0);
      assert.equal(onlooker.isLeader(), true);
      stop.abort();
      await end;
      const other = new Candidate(rival, { server, clock }).run();
      await clock.advance(0);
      onlooker.observe(stored());
      assert.equal(onlooker.holder, rival);
      void other.stop();
      await clock.advance(0);
      onlooker.observe(stored());
      assert.equal(onlooker.holder, undefined);
    }
  });

  it('a candidate adds its labels to an existing Lease that it acquires', async () => {
    const leader = new Candidate('leader_1', { server, clock }).run();
    await clock.advance(0);
    void leader.stop();
    await clock.advance(0);
    assert.equal(stored().metadata.labels, undefined);
    void onlooker.run(new AbortController().signal);
    await clock.advance(0);
    assert.deepEqual(stored().metadata.labels, labels);
  });

  it('all candidates know the fastest one as the leader, without a warning of the slower ones', async () => {
    const logger = new RecordingLogger();
    const others = ['one', 'two', 'three'].map((identity) => new Candidate(identity, { server, clock, logger }).run());
    await clock.advance(0);
    assert.equal(others.filter(({ election }) => election.isLeader()).length, 1);
    const leader = others.find(({ election }) => election.isLeader());
    for (const { election } of others) assert.equal(election.holder, leader?.identity);
    assert.deepEqual(
      logger.lines.filter(({ level }) => level === 'warn' || level === 'error'),
      [],
    );
  });
});
