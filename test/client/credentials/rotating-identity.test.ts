import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RotatingIdentity } from '../../../lib/client/credentials/rotating-identity.ts';
import type { Identity } from '../../../lib/client/index.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';

function token(name: string, certificateAuthority = 'ca'): Identity {
  return { headers: { authorization: `Bearer ${name}` }, tls: { certificateAuthority } };
}

/** Returns a source of identities that a test changes, and that counts its reads. */
function source(first: Identity) {
  const clock = new ManualClock();
  const reads: boolean[] = [];
  const state = { next: first as Identity | Error };
  const identity = new RotatingIdentity(async ({ isRefused }) => {
    reads.push(isRefused);
    if (state.next instanceof Error) throw state.next;
    return state.next;
  }, clock);
  return { clock, reads, state, identity };
}

describe('RotatingIdentity', () => {
  it('reads the identity once within ten seconds', async () => {
    const { identity, clock, reads } = source(token('a'));
    await identity.current();
    await clock.advance(9_999);
    await identity.current();
    assert.equal(reads.length, 1);
  });

  it('reads the identity again after ten seconds', async () => {
    const { identity, clock, state } = source(token('a'));
    await identity.current();
    state.next = token('b');
    await clock.advance(10_000);
    assert.deepEqual(await identity.current(), token('b'));
  });

  it('keeps the same identity object while nothing changes', async () => {
    const { identity, clock, state } = source(token('a'));
    const first = await identity.current();
    state.next = token('a');
    await clock.advance(10_000);
    assert.equal(await identity.current(), first);
  });

  it('keeps its TLS identity, and so its connections, when only the token changes', async () => {
    const { identity, clock, state } = source(token('a'));
    const { tls } = await identity.current();
    state.next = token('b');
    await clock.advance(10_000);
    assert.equal((await identity.current()).tls, tls);
    state.next = token('b', 'another ca');
    await clock.advance(10_000);
    assert.notEqual((await identity.current()).tls, tls);
  });

  it('reads the identity once for all concurrent requests', async () => {
    const { identity, reads } = source(token('a'));
    const [one, other] = await Promise.all([identity.current(), identity.current()]);
    assert.equal(one, other);
    assert.equal(reads.length, 1);
  });

  it('reads the identity immediately, without a cache, when the server refuses it', async () => {
    const { identity, state, reads } = source(token('a'));
    const refused = await identity.current();
    state.next = token('b');
    assert.deepEqual(await identity.refresh(refused), token('b'));
    assert.deepEqual(reads, [false, true]);
  });

  it('doesn’t read a refused identity again if it was read since', async () => {
    const { identity, state, reads } = source(token('a'));
    const refused = await identity.current();
    state.next = token('b');
    await Promise.all([identity.refresh(refused), identity.refresh(refused)]);
    await identity.refresh(refused);
    assert.equal(reads.length, 2);
  });

  it('reads a refused identity without a cache also during a cached read', async () => {
    const clock = new ManualClock();
    const reads: boolean[] = [];
    const identity = new RotatingIdentity(async ({ isRefused }) => {
      reads.push(isRefused);
      return token(isRefused ? 'b' : 'a');
    }, clock);
    const refused = await identity.current();
    await clock.advance(10_000);
    const [, ...renewed] = await Promise.all([
      identity.current(),
      identity.refresh(refused),
      identity.refresh(refused),
      identity.current(),
    ]);
    assert.deepEqual(renewed, [token('b'), token('b'), token('b')]);
    assert.deepEqual(reads, [false, false, true]);
  });

  it('keeps an identity that can’t be read in use, and reads it again ten seconds later', async () => {
    const { identity, clock, state, reads } = source(token('a'));
    const first = await identity.current();
    state.next = new Error('gone');
    await clock.advance(10_000);
    assert.equal(await identity.current(), first);
    assert.equal(await identity.current(), first);
    assert.equal(reads.length, 2);
    state.next = token('b');
    await clock.advance(10_000);
    assert.deepEqual(await identity.current(), token('b'));
  });

  it('throws if the first read of the identity fails, or the read after a refusal', async () => {
    const { identity, state } = source(token('a'));
    state.next = new Error('gone');
    await assert.rejects(async () => identity.current(), { message: 'gone' });
    state.next = token('a');
    const refused = await identity.current();
    state.next = new Error('gone again');
    await assert.rejects(identity.refresh(refused), { message: 'gone again' });
  });
});
