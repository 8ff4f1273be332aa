import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { AccessCache } from '../../../lib/server/access/access-cache.ts';
import type { AccessDecision } from '../../../lib/server/index.ts';
import { ManualClock } from '../../../lib/testing/index.ts';

const allowed: AccessDecision = { type: 'allowed' };
const forbidden: AccessDecision = { type: 'forbidden', user: 'ada' };

describe('AccessCache', () => {
  let clock: ManualClock;
  let asked: string[];
  let answer: (token: string) => Promise<AccessDecision>;
  let cache: AccessCache;

  beforeEach(() => {
    clock = new ManualClock();
    asked = [];
    answer = async () => allowed;
    const review = (token: string) => {
      asked.push(token);
      return answer(token);
    };
    cache = new AccessCache(review, clock);
  });

  it('asks once for a token that is allowed, and again after a minute', async () => {
    for (const ms of [0, 30_000, 29_999]) {
      await clock.advance(ms);
      assert.deepEqual(await cache.decision('a'), allowed);
    }
    assert.deepEqual(asked, ['a']);
    await clock.advance(1);
    answer = async () => ({ type: 'unknown' });
    assert.deepEqual(await cache.decision('a'), { type: 'unknown' });
    assert.deepEqual(asked, ['a', 'a']);
  });

  for (const refused of [forbidden, { type: 'unknown' }] as const) {
    it(`remembers for 10 s that somebody is ${refused.type}`, async () => {
      answer = async () => refused;
      await cache.decision('a');
      await clock.advance(9_999);
      assert.deepEqual(await cache.decision('a'), refused);
      assert.equal(asked.length, 1);
      await clock.advance(1);
      answer = async () => allowed;
      assert.deepEqual(await cache.decision('a'), allowed);
    });
  }

  it('counts the time from the question on, however late the answer is', async () => {
    answer = async () => {
      await clock.sleep(4_000);
      return allowed;
    };
    const decision = cache.decision('a');
    await clock.advance(4_000);
    await decision;
    await clock.advance(56_000);
    answer = async () => forbidden;
    assert.deepEqual(await cache.decision('a'), forbidden);
  });

  it('tells tokens apart', async () => {
    answer = async (token) => (token === 'a' ? allowed : forbidden);
    assert.deepEqual([await cache.decision('a'), await cache.decision('b')], [allowed, forbidden]);
    assert.deepEqual([await cache.decision('b'), await cache.decision('a')], [forbidden, allowed]);
    assert.deepEqual(asked, ['a', 'b']);
  });

  it('asks once for many who come with one token at a time', async () => {
    const held = Promise.withResolvers<AccessDecision>();
    answer = () => held.promise;
    const decisions = Promise.all([cache.decision('a'), cache.decision('a'), cache.decision('a')]);
    held.resolve(allowed);
    assert.deepEqual(await decisions, [allowed, allowed, allowed]);
    assert.deepEqual(asked, ['a']);
  });

  it('remembers no failure, and tells it to all who wait for the answer', async () => {
    answer = () => Promise.reject(new Error('out of reach'));
    const first = [cache.decision('a'), cache.decision('a')];
    for (const each of first) await assert.rejects(each, /out of reach/);
    assert.equal(asked.length, 1);
    answer = async () => allowed;
    assert.deepEqual(await cache.decision('a'), allowed);
  });

  it('lets nobody in by a decision that could not be made anew', async () => {
    await cache.decision('a');
    await clock.advance(60_000);
    answer = () => Promise.reject(new Error('out of reach'));
    await assert.rejects(cache.decision('a'), /out of reach/);
  });

  it('has at most ten tokens reviewed at a time, beside those that it knows', async () => {
    await cache.decision('known');
    const held = Promise.withResolvers<AccessDecision>();
    answer = () => held.promise;
    const begun = Array.from({ length: 10 }, (_, index) => cache.decision(`guess ${index}`));
    await assert.rejects(cache.decision('one too many'), /10 tokens are being reviewed already: look who/);
    assert.deepEqual(await cache.decision('known'), allowed);
    held.resolve(forbidden);
    await Promise.all(begun);
    assert.deepEqual(await cache.decision('one too many'), forbidden);
  });

  it('remembers a thousand decisions, and forgets the oldest first', async () => {
    for (let index = 0; index <= 1_000; index += 1) await cache.decision(`${index}`);
    assert.equal(asked.length, 1_001);
    await cache.decision('1');
    assert.equal(asked.length, 1_001);
    await cache.decision('0');
    assert.equal(asked.length, 1_002);
  });
});
