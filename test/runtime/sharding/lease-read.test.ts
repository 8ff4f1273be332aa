import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { StoredObject } from '../../../lib/api/index.ts';
import { whenAborted } from '../../../lib/clock/index.ts';
import { replicaLeases } from '../../../lib/constructs/index.ts';
import type { Election } from '../../../lib/runtime/lease/index.ts';
import { Sharding } from '../../../lib/runtime/sharding/index.ts';
import { silentLogger } from '../../../lib/telemetry/index.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';

const self = 'self';

/** An election that a test decides. */
class PlayedElection implements Election {
  #term = new AbortController();
  #won = Promise.withResolvers<AbortSignal>();
  holder: string | undefined;
  seenAtMs: number | undefined;
  renewedAtMs: number | undefined;
  readonly isExpired = false;
  /** True if it is won as soon as this process takes part. */
  isEasy = false;

  isLeader(): boolean {
    return this.holder === self;
  }

  term(): Promise<AbortSignal> {
    return this.#won.promise;
  }

  observe(): void {}

  async run(signal: AbortSignal): Promise<void> {
    if (this.isEasy) this.win();
    await whenAborted(signal);
    if (this.isLeader()) this.holder = undefined;
    this.#won = Promise.withResolvers();
    this.#term.abort();
    this.#term = new AbortController();
  }

  win(): void {
    this.holder = self;
    this.#won.resolve(this.#term.signal);
  }
}

describe('a replica that reads the leases', () => {
  const leases = replicaLeases('shelf-operator', 2);
  let clock: ManualClock;
  let elections: Map<string, PlayedElection>;
  /** The number of running reads. */
  let looks: ((leases: readonly StoredObject[]) => void)[];
  let sharding: Sharding;
  let stop: AbortController;
  let end: Promise<void>;

  beforeEach(async () => {
    clock = new ManualClock();
    elections = new Map();
    looks = [];
    const elect = (lease: string) => {
      const election = new PlayedElection();
      elections.set(lease, election);
      return election;
    };
    const listLeases = () => new Promise<readonly StoredObject[]>((resolve) => looks.push(resolve));
    sharding = new Sharding({ identity: self, leases }, { elect, listLeases, clock, logger: silentLogger });
    stop = new AbortController();
    end = sharding.run(stop.signal);
    await clock.advance(0);
  });

  afterEach(async () => {
    stop.abort();
    await looked();
    await end;
  });

  /** Ends the running read, so that the next one begins. */
  async function looked(): Promise<void> {
    for (const answer of looks.splice(0)) answer([]);
    await clock.advance(1_000);
  }

  async function win(...names: readonly string[]): Promise<void> {
    for (const name of names) elections.get(name)?.win();
    await clock.advance(0);
  }

  it('a replica begins no work on a new shard before it has read the leases again', async () => {
    await looked();
    await win(...leases.members, leases.leader);
    await looked();
    await win(...leases.shards);
    assert.equal(looks.length, 1, 'a look is under way');
    await looked();
    assert.deepEqual(sharding.open, []);
    await looked();
    assert.deepEqual(sharding.open, [0, 1]);
  });

  it('a replica begins no work while no sharding leader is known', async () => {
    for (const shard of leases.shards) Object.assign(elections.get(shard) ?? {}, { isEasy: true });
    await looked();
    await win(...leases.members);
    for (const _ of ['the members', 'what it stands for', 'what it has won']) await looked();
    assert.deepEqual(sharding.open, []);
    await win(leases.leader);
    for (const _ of ['the leader', 'what it stands for', 'what it has won']) await looked();
    assert.deepEqual(sharding.open, [0, 1]);
  });

  it('a replica continues its work while no replica leads, and ends it when a non-member leads', async () => {
    await looked();
    await win(...leases.members, leases.leader);
    await looked();
    await win(...leases.shards);
    await looked();
    await looked();
    const leader = elections.get(leases.leader);
    if (leader !== undefined) leader.holder = undefined;
    await looked();
    assert.deepEqual(sharding.open, [0, 1]);
    if (leader !== undefined) leader.holder = 'stranger';
    await looked();
    assert.deepEqual(sharding.open, []);
  });

  it('a replica takes the free shard of a silent member, and releases it when that member returns', async () => {
    for (const shard of leases.shards) Object.assign(elections.get(shard) ?? {}, { isEasy: true });
    const [place = '', othersPlace = ''] = leases.members;
    const other = elections.get(othersPlace);
    assert.ok(other);
    Object.assign(other, { holder: 'other', seenAtMs: clock.monotonic() });
    await looked();
    await win(place, leases.leader);
    for (let second = 0; second < 4; second += 1) await looked();
    assert.equal(sharding.open.length, 1);
    for (let second = 0; second < 4; second += 1) await looked();
    assert.equal(sharding.open.length, 2);
    for (let second = 0; second < 22; second += 1) {
      other.seenAtMs = clock.monotonic();
      await looked();
      assert.equal(sharding.open.length, 1);
    }
    for (let look = 0; look < 2; look += 1) {
      other.seenAtMs = clock.monotonic();
      await looked();
    }
    assert.equal(sharding.open.length, 2);
  });
});
