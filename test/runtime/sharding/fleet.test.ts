import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { Fleet, type Incident } from './fleet.ts';

/** Generates incidents, in which members assign the work in one of these numbers of shards. */
function incidents(...shardCounts: readonly number[]): fc.Arbitrary<Incident[]> {
  const incident = fc.record({
    who: fc.nat(4),
    what: fc.oneof(
      { arbitrary: fc.constantFrom('pause', 'resume', 'leave', 'forsake'), weight: 6 },
      { arbitrary: fc.constantFrom('refused', 'requests-lost', 'responses-lost'), weight: 3 },
      { arbitrary: fc.constant('up'), weight: 4 },
      { arbitrary: fc.record({ latencyMs: fc.nat(1_250) }), weight: 3 },
      {
        arbitrary: fc.record({
          joinsWithShards: fc.constantFrom(...shardCounts),
          wallOffsetMs: fc.oneof(fc.constant(0), fc.integer({ min: -60_000, max: 60_000 })),
        }),
        weight: 4,
      },
    ),
    thenMs: fc.oneof(fc.nat(3_000), fc.nat(25_000)),
  });
  return fc.array(incident, { minLength: 1, maxLength: 20 });
}

/** Makes random numbers repeatable. @returns a function that restarts them, so that a counterexample stays one. */
function repeatableChance({ mock }: TestContext): () => void {
  let state = 1;
  const random = mock.method(Math, 'random', () => {
    state = (state * 48_271) % 2_147_483_647; // the minimal standard generator of Park and Miller
    return state / 2_147_483_647;
  });
  return () => {
    state = 1;
    random.mock.resetCalls();
  };
}

describe('a fleet of replicas', () => {
  it('a fleet never reconciles a resource twice at a time despite faults, and is balanced afterwards', async (t) => {
    const restart = repeatableChance(t);
    await fc.assert(
      fc.asyncProperty(incidents(4), async (history) => {
        restart();
        const fleet = await Fleet.start(4, 4, 4);
        for (const each of history) await fleet.suffer(each);
        if (fleet.running.length === 0) fleet.join(4);
        await fleet.heal();
        // With four shards a fifth replica stands by.
        const shares = fleet.shares().slice(0, 4);
        assert.equal(total(shares), 4);
        assert.ok(Math.max(...shares) - Math.min(...shares) <= 1, `the shares are ${shares}`);
        assert.deepEqual(fleet.orphans(), []);
      }),
      { numRuns: 30 },
    );
  });

  it('a fleet never reconciles a resource twice at a time while a release with other shards takes over', async (t) => {
    const restart = repeatableChance(t);
    await fc.assert(
      fc.asyncProperty(incidents(4, 3), async (history) => {
        restart();
        const fleet = await Fleet.start(4, 3);
        for (const each of history) await fleet.suffer(each);
        if (fleet.running.length === 0) fleet.join(4);
        await fleet.heal();
        assert.deepEqual(fleet.orphans(), []);
      }),
      { numRuns: 30 },
    );
  });
});

function total(shares: readonly number[]): number {
  return shares.reduce((sum, share) => sum + share, 0);
}
