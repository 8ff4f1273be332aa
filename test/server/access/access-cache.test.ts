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

  const scraper = '10.0.0.1';
  const attacker = '10.0.0.2';
  const decision = (token: string, address = scraper) => cache.decisionFor(token, address);

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

  it('AccessCache sends one review for an allowed token, and another after a minute', async () => {
    for (const ms of [0, 30_000, 29_999]) {
      await clock.advance(ms);
      assert.deepEqual(await decision('a'), allowed);
    }
    assert.deepEqual(asked, ['a']);
    await clock.advance(1);
    answer = async () => ({ type: 'unknown' });
    assert.deepEqual(await decision('a'), { type: 'unknown' });
    assert.deepEqual(asked, ['a', 'a']);
  });

  for (const refused of [forbidden, { type: 'unknown' }] as const) {
    it(`AccessCache remembers for 10 s that a token is ${refused.type}`, async () => {
      answer = async () => refused;
      await decision('a');
      await clock.advance(9_999);
      assert.deepEqual(await decision('a'), refused);
      assert.equal(asked.length, 1);
      await clock.advance(1);
      answer = async () => allowed;
      assert.deepEqual(await decision('a'), allowed);
    });
  }

  it('AccessCache counts the age of a decision from the request on, however late the response is', async () => {
    answer = async () => {
      await clock.sleep(4_000);
      return allowed;
    };
    const late = decision('a');
    await clock.advance(4_000);
    await late;
    await clock.advance(56_000);
    answer = async () => forbidden;
    assert.deepEqual(await decision('a'), forbidden);
  });

  it('AccessCache distinguishes tokens', async () => {
    answer = async (token) => (token === 'a' ? allowed : forbidden);
    assert.deepEqual([await decision('a'), await decision('b')], [allowed, forbidden]);
    assert.deepEqual([await decision('b'), await decision('a')], [forbidden, allowed]);
    assert.deepEqual(asked, ['a', 'b']);
  });

  it('AccessCache sends one review for many simultaneous requests with one token', async () => {
    const held = Promise.withResolvers<AccessDecision>();
    answer = () => held.promise;
    const decisions = Promise.all([decision('a'), decision('a'), decision('a')]);
    held.resolve(allowed);
    assert.deepEqual(await decisions, [allowed, allowed, allowed]);
    assert.deepEqual(asked, ['a']);
  });

  it('AccessCache remembers no failed review, and passes the failure to all waiting requests', async () => {
    answer = () => Promise.reject(new Error('out of reach'));
    const first = [decision('a'), decision('a')];
    for (const each of first) await assert.rejects(each, /out of reach/);
    assert.equal(asked.length, 1);
    answer = async () => allowed;
    assert.deepEqual(await decision('a'), allowed);
  });

  it('AccessCache allows no request by an expired decision that it could not renew', async () => {
    await decision('a');
    await clock.advance(60_000);
    answer = () => Promise.reject(new Error('out of reach'));
    await assert.rejects(decision('a'), /out of reach/);
  });

  it('AccessCache reviews at most ten unknown tokens at a time, one of each address, beside known ones', async () => {
    await decision('known');
    const held = Promise.withResolvers<AccessDecision>();
    answer = () => held.promise;
    const begun = Array.from({ length: 10 }, (_, index) => decision(`guess ${index}`, `${attacker}${index}`));
    const eleventh = decision('one too many', attacker);
    await assert.rejects(decision('another', attacker), {
      name: 'RequestError',
      status: 429,
      retryAfterSeconds: 1,
      message: 'too many unknown tokens are being reviewed: try again',
    });
    assert.deepEqual(await decision('known'), allowed);
    assert.equal(asked.length, 11);
    held.resolve(forbidden);
    assert.deepEqual(await eleventh, forbidden);
    await Promise.all(begun);
    assert.deepEqual(await decision('another', attacker), forbidden);
  });

  it('AccessCache reviews at most twenty unknown tokens in a second, in the order of their requests', async () => {
    answer = async () => ({ type: 'unknown' });
    const all = Array.from({ length: 100 }, (_, index) => decision(`guess ${index}`, `${attacker}${index}`));
    await clock.advance(0);
    assert.equal(asked.length, 20);
    await clock.advance(1_000);
    assert.equal(asked.length, 40);
    await clock.advance(3_000);
    await Promise.all(all);
    assert.deepEqual(
      asked,
      all.map((_, index) => `guess ${index}`),
    );
  });

  it('AccessCache reviews a new address’s token within seconds, while a hundred others send random ones', async () => {
    answer = async (token) => (token === 'real' ? allowed : { type: 'unknown' });
    const attack = (round: number) => {
      for (let index = 0; index < 100; index += 1) {
        void decision(`guess ${round} ${index}`, `${attacker}${index}`).catch(() => undefined);
      }
    };
    for (let round = 0; round < 100; round += 1) {
      attack(round);
      await clock.advance(10);
    }
    let scraped: AccessDecision | undefined;
    void decision('real').then((decided) => {
      scraped = decided;
    });
    for (let round = 100; round < 700 && scraped === undefined; round += 1) {
      attack(round);
      await clock.advance(10);
    }
    assert.deepEqual(scraped, allowed);
  });

  it('AccessCache reviews an allowed token again, and one of its address, while unknown tokens wait', async () => {
    await decision('first');
    await clock.advance(60_000);
    const held = Promise.withResolvers<AccessDecision>();
    answer = () => held.promise;
    const begun = Array.from({ length: 11 }, (_, index) => decision(`guess ${index}`, `${attacker}${index}`));
    answer = async () => allowed;
    await assert.rejects(decision('third', `${attacker}0`), { status: 429 });
    assert.deepEqual(await decision('first', attacker), allowed);
    assert.deepEqual(await decision('second', scraper), allowed);
    held.resolve(forbidden);
    await Promise.all(begun);
  });

  it('AccessCache keeps permissions however many refusals there are', async () => {
    await decision('known');
    answer = async () => forbidden;
    for (let sent = 0; sent < 1_100; sent += 1) {
      await clock.advance(50);
      await decision(`guess ${sent}`, attacker);
    }
    const before = asked.length;
    assert.deepEqual(await decision('known'), allowed);
    assert.equal(asked.length, before);
  });

  it('AccessCache remembers a thousand decisions, and forgets the oldest first', async () => {
    for (let index = 0; index <= 1_000; index += 1) await decision(`${index}`);
    assert.equal(asked.length, 1_001);
    await decision('1');
    assert.equal(asked.length, 1_001);
    await decision('0');
    assert.equal(asked.length, 1_002);
  });
});
