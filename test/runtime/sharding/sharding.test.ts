import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { retryJitter, retryPeriodMs } from '../../../lib/runtime/leader-election/election-timing.ts';
import { LeaderElection } from '../../../lib/runtime/leader-election/index.ts';
import { silentLogger } from '../../../lib/telemetry/index.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';
import { ObservedCluster } from '../observed-cluster.ts';
import { leaderLease, Replica, writtenHolders } from './replica.ts';

const keys = Array.from({ length: 64 }, (_, index) => `default/shelf-${index}`);
const never = new AbortController().signal;

/** Two reads of the Leases and a moment: one finds a shard to hand over, the other that it is free. */
const handoverMs = 2_100;

/** The end of a lease, and a read. */
const takeoverMs = 15_000 + 2_000 + 1_100;

/** The longest wait of a candidate between two attempts, and a moment. */
const candidateMs = retryPeriodMs * retryJitter + 100;

describe('replicas that share the work', () => {
  let clock: ManualClock;
  let server: ObservedCluster;

  beforeEach(async () => {
    clock = new ManualClock();
    server = await ObservedCluster.start({ namespaces: [leaderLease.namespace] });
  });

  const started = (identity: string, shardCount?: number) => new Replica(identity, { server, clock }, shardCount).run();
  const shares = (...replicas: Replica[]) => replicas.map(({ sharding }) => sharding.open.length);

  async function team(shardCount: number, ...identities: string[]): Promise<Replica[]> {
    const replicas: Replica[] = [];
    for (const identity of identities) {
      replicas.push(started(identity, shardCount));
      await clock.advance(2 * handoverMs);
    }
    return replicas;
  }

  /** An election of a release without sharding: one replica leads. */
  function soleLeader(): { readonly election: LeaderElection; readonly stop: () => Promise<void> } {
    const ports = {
      client: server.client(),
      clock,
      events: { record() {} },
      metrics: { leadershipBegan() {}, leadershipEnded() {} },
    };
    const election = new LeaderElection({ lease: leaderLease, identity: 'sole_1' }, { ...ports, logger: silentLogger });
    const stop = new AbortController();
    const end = election.run(stop.signal);
    return {
      election,
      stop: () => {
        stop.abort();
        return end;
      },
    };
  }

  it('a single replica gets all shards at once', async () => {
    const [one] = [started('one')];
    await clock.advance(0);
    assert.deepEqual(one.keysOf(keys), keys);
  });

  it('a joining replica gets its shards, and no other shards move', async () => {
    const [one, two, three] = await team(16, 'one', 'two', 'three');
    assert.ok(one && two && three);
    assert.deepEqual(shares(one, two, three).toSorted(), [5, 5, 6]);
    const before = writtenHolders(server);
    const four = started('four', 16);
    await clock.advance(handoverMs);
    assert.deepEqual(shares(one, two, three, four), [4, 4, 4, 4]);
    const moved = Object.entries(writtenHolders(server)).filter(([lease, holder]) => holder !== before[lease]);
    assert.deepEqual(
      moved.map(([, holder]) => holder),
      ['four', 'four', 'four', 'four'],
    );
  });

  it('each resource belongs to exactly one replica', async () => {
    const replicas = await team(8, 'one', 'two', 'three');
    for (const key of keys) assert.equal(replicas.filter((replica) => replica.worksOn(key)).length, 1);
  });

  it('replicas take over the shards of a killed replica evenly when its leases have ended', async () => {
    const [one, two, three] = await team(8, 'one', 'two', 'three');
    assert.ok(one && two && three);
    one.pause();
    await clock.advance(10_000);
    assert.equal(total(shares(one, two, three)), 8);
    await clock.advance(takeoverMs - 10_000);
    assert.deepEqual(shares(two, three), [4, 4]);
  });

  it('a replica that joins after others were killed gets all of its shards', async () => {
    const [one, two, three, four] = await team(12, 'one', 'two', 'three', 'four');
    assert.ok(one && two && three && four);
    three.pause();
    four.pause();
    await clock.advance(takeoverMs);
    assert.deepEqual(shares(one, two), [6, 6]);
    const five = started('five', 12);
    await clock.advance(2 * handoverMs);
    assert.deepEqual(shares(one, two, five), [4, 4, 4]);
  });

  it('a replica that joins before the leases of killed replicas end gets all of its shards', async () => {
    const [one, two, three, four] = await team(12, 'one', 'two', 'three', 'four');
    assert.ok(one && two && three && four);
    three.pause();
    four.pause();
    await clock.advance(12_000);
    const five = started('five', 12);
    await clock.advance(takeoverMs - 12_000 + 2 * handoverMs);
    assert.deepEqual(shares(one, two, five), [4, 4, 4]);
  });

  it('replicas take over the shards of a stopped replica at their next read of the leases', async () => {
    const [one, two, three] = await team(8, 'one', 'two', 'three');
    assert.ok(one && two && three);
    const end = one.stop();
    await clock.advance(0);
    await end;
    await clock.advance(1_000);
    assert.deepEqual(shares(one, two, three), [0, 4, 4]);
  });

  it('a superfluous replica stands by, and takes over when another replica stops', async () => {
    const [one, two, three] = await team(2, 'one', 'two', 'three');
    assert.ok(one && two && three);
    assert.deepEqual(shares(one, two, three), [1, 1, 0]);
    void two.stop();
    await clock.advance(handoverMs);
    assert.deepEqual(shares(one, three), [1, 1]);
  });

  it('a suspended replica doesn’t work on shards that it lost meanwhile, and aborts their reconciles', async () => {
    const [one, two] = await team(8, 'one', 'two');
    assert.ok(one && two);
    const [key] = one.keysOf(keys);
    assert.ok(key !== undefined);
    const workTerm = one.shardOwnership.begin(key, never);
    one.pause();
    await clock.advance(takeoverMs);
    assert.deepEqual(shares(two), [8]);
    assert.equal(one.worksOn(key), false);
    one.resume();
    assert.equal(one.worksOn(key), false);
    await clock.advance(0);
    assert.equal(workTerm?.signal.aborted, true);
    workTerm?.end();
    await clock.advance(2 * handoverMs);
    assert.deepEqual(shares(one, two), [4, 4]);
  });

  it('a replica hands a shard over when its running reconciles have ended, and begins none meanwhile', async () => {
    const [one] = await team(2, 'one');
    assert.ok(one);
    const begun = keys.map((key) => ({ key, workTerm: one.shardOwnership.begin(key, never) }));
    const two = started('two', 2);
    await clock.advance(handoverMs);
    assert.deepEqual(shares(one, two), [2, 0]);
    const leaving = begun.filter(({ key }) => one.shardOwnership.begin(key, never) === undefined);
    assert.ok(leaving.length > 0 && leaving.length < keys.length);
    // Running requests may still write.
    for (const { key } of leaving) assert.equal(one.shardOwnership.rightTo(key)?.isLeader(), true);
    const last = leaving.pop();
    for (const { workTerm } of leaving) workTerm?.end();
    await clock.advance(handoverMs);
    assert.deepEqual(shares(two), [0]);
    last?.workTerm?.end();
    await clock.advance(1_100);
    assert.deepEqual(shares(one, two), [1, 1]);
    assert.equal(last?.workTerm?.signal.aborted, true);
  });

  it('a replica aborts long reconciles of a shard that is to be handed over', async () => {
    const [one] = await team(2, 'one');
    assert.ok(one);
    const begun = keys.map((key) => ({ key, workTerm: one.shardOwnership.begin(key, never) }));
    const two = started('two', 2);
    await clock.advance(9_000);
    assert.ok(begun.every(({ workTerm }) => workTerm?.signal.aborted === false));
    await clock.advance(handoverMs);
    assert.deepEqual(shares(one, two), [1, 1]);
    for (const { key, workTerm } of begun) assert.equal(workTerm?.signal.aborted, !one.worksOn(key));
  });

  it('a replica aborts its reconciles when the caller’s signal aborts', async () => {
    const [one] = await team(2, 'one');
    const stop = new AbortController();
    const signals = ['default/a', 'default/b'].map((key) => one?.shardOwnership.begin(key, stop.signal)?.signal);
    stop.abort();
    assert.deepEqual(
      signals.map((signal) => signal?.aborted),
      [true, true],
    );
  });

  it('a replica reports the resources that it has gained at each change', async () => {
    const one = new Replica('one', { server, clock });
    let gained: string[] = [];
    one.shardOwnership.onGain((isGained) => {
      gained = [...gained, ...keys.filter(isGained)].toSorted();
    });
    one.run();
    await clock.advance(0);
    assert.deepEqual(gained, keys.toSorted());
    const two = started('two');
    await clock.advance(handoverMs);
    gained = [];
    const share = two.keysOf(keys);
    void two.stop();
    await clock.advance(1_000);
    assert.deepEqual(gained, share.toSorted());
  });

  it('replicas stop when their leases end without an API server, and continue when it is back', async () => {
    const [one, two] = await team(8, 'one', 'two');
    assert.ok(one && two);
    for (const { wire } of [one, two]) wire.state = 'refused';
    await clock.advance(10_001);
    assert.deepEqual(shares(one, two), [0, 0]);
    for (const { wire } of [one, two]) wire.state = 'up';
    await clock.advance(20_000);
    assert.deepEqual(shares(one, two), [4, 4]);
    const message = 'the leases of the replicas could not be listed';
    assert.equal(one.logger.lines.filter((line) => line.message === message).length, 1);
  });

  it('a release with another number of shards begins its work when the earlier one’s replicas are gone', async () => {
    const [one, two] = await team(8, 'one', 'two');
    assert.ok(one && two);
    const three = started('three', 5);
    await clock.advance(60_000);
    assert.deepEqual(shares(one, two, three), [4, 4, 0]);
    for (const old of [one, two]) void old.stop();
    await clock.advance(candidateMs);
    assert.deepEqual(shares(three), [5]);
  });

  it('replicas end their work when a replica of another release leads, which begins after that', async () => {
    const [one, two] = await team(8, 'one', 'two');
    assert.ok(one && two);
    const three = started('three', 5);
    await clock.advance(handoverMs);
    const leader = one.sharding.leader.isLeader() ? one : two;
    const other = leader === one ? two : one;
    // Without the leader's Lease only, other replicas would try to acquire it; so the one that could win it is busy.
    other.pause();
    void leader.stop();
    await clock.advance(candidateMs);
    assert.equal(three.sharding.leader.isLeader(), true);
    assert.deepEqual(shares(three), [0]);
    other.resume();
    await clock.advance(handoverMs);
    assert.deepEqual(shares(other, three), [0, 5]);
  });

  it('replicas wait until the leader of a release without sharding has stopped', async () => {
    const sole = soleLeader();
    await clock.advance(0);
    const [one] = await team(8, 'one');
    assert.ok(one);
    await clock.advance(60_000);
    assert.deepEqual(shares(one), [0]);
    assert.equal(sole.election.isLeader(), true);
    void sole.stop();
    await clock.advance(candidateMs);
    assert.deepEqual(shares(one), [8]);
  });

  it('replicas end their work at their next read when a replica of a release without sharding leads', async () => {
    const [one, two] = await team(8, 'one', 'two');
    assert.ok(one && two);
    const sole = soleLeader();
    const leader = one.sharding.leader.isLeader() ? one : two;
    const other = leader === one ? two : one;
    other.pause();
    void leader.stop();
    await clock.advance(candidateMs);
    assert.equal(sole.election.isLeader(), true);
    other.resume();
    await clock.advance(1_100);
    assert.deepEqual(shares(other), [0]);
    void sole.stop();
    await clock.advance(2 * handoverMs);
    assert.deepEqual(shares(other), [8]);
  });

  it('a replica takes the shards that another member doesn’t take', async () => {
    const ports = {
      client: server.client(),
      clock,
      events: { record() {} },
      metrics: { leadershipBegan() {}, leadershipEnded() {} },
    };
    const lease = { namespace: leaderLease.namespace, name: `${leaderLease.name}-member-0-of-8` };
    const labels = { 'app.kubernetes.io/part-of': leaderLease.name };
    const idle = new LeaderElection({ lease, identity: 'idle', labels }, { ...ports, logger: silentLogger });
    void idle.run(never);
    await clock.advance(0);
    const one = started('one');
    await clock.advance(19_000);
    assert.deepEqual(shares(one), [4]);
    await clock.advance(3_000);
    assert.deepEqual(shares(one), [8]);
    await clock.advance(60_000);
    assert.deepEqual(shares(one), [8]);
    const two = started('two');
    await clock.advance(handoverMs);
    assert.deepEqual(shares(one, two), [3, 3]);
    await clock.advance(22_000);
    assert.deepEqual(total(shares(one, two)), 8);
  });

  it('stopped replicas leave only Leases without a holder', async () => {
    const replicas = await team(4, 'one', 'two');
    for (const replica of replicas) void replica.stop();
    await clock.advance(0);
    assert.equal(Object.keys(writtenHolders(server)).length, 4);
    assert.deepEqual(new Set(Object.values(writtenHolders(server))), new Set(['']));
    assert.deepEqual([...new Set(server.calls.map((call) => call.split(' ')[0]))].toSorted(), [
      'create',
      'get',
      'patch',
    ]);
    assert.equal(clock.pendingCount, 0);
  });
});

function total(shares: readonly number[]): number {
  return shares.reduce((sum, share) => sum + share, 0);
}
