import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import { RequestLimiter } from '../../lib/client/request-limiter.ts';

const never = new AbortController().signal;

describe('RequestLimiter', () => {
  it('limits concurrent turns, and gives the next turn in the order of the callers', async () => {
    const turns = new RequestLimiter(2);
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const all = ['a', 'b', 'c', 'd'].map(async (name) => {
      ends.set(name, await turns.untilTurn([never]));
      begun.push(name);
    });
    await Promise.all(all.slice(0, 2));
    assert.deepEqual(begun, ['a', 'b']);
    ends.get('b')?.();
    await all[2];
    assert.deepEqual(begun, ['a', 'b', 'c']);
    ends.get('a')?.();
    await all[3];
    assert.deepEqual(begun, ['a', 'b', 'c', 'd']);
  });

  it('reserves turns for other namespaces while the turns of one namespace don’t end', async () => {
    const turns = new RequestLimiter(8);
    const begun: string[] = [];
    const next = async (namespace: string) => {
      const end = await turns.untilTurn([], namespace);
      begun.push(namespace);
      return end;
    };
    const [endOfB] = await Promise.all([next('b'), ...Array.from({ length: 5 }, () => next('a'))]);
    for (let count = 0; count < 10; count++) void next('a');
    endOfB();
    const ends = await Promise.all([next('b'), next('c')]);
    assert.deepEqual(begun, ['b', 'a', 'a', 'a', 'a', 'a', 'a', 'b', 'c']);
    for (const end of ends) end();
    await next('b');
    assert.equal(begun.length, 10);
  });

  it('ends a turn once, however often it is ended', async () => {
    const turns = new RequestLimiter(1);
    const end = await turns.untilTurn([]);
    end();
    end();
    await turns.untilTurn([]);
    const waiting = turns.untilTurn([AbortSignal.timeout(0)]);
    await assert.rejects(waiting, { name: 'TimeoutError' });
  });

  it('skips a caller whose signal aborts, and removes the listeners of the signal', async () => {
    const turns = new RequestLimiter(1);
    const end = await turns.untilTurn([never]);
    const caller = new AbortController();
    const abandoned = turns.untilTurn([never, caller.signal]);
    const next = turns.untilTurn([never]);
    caller.abort(new Error('enough'));
    await assert.rejects(abandoned, { message: 'enough' });
    end();
    (await next)();
    await assert.rejects(turns.untilTurn([caller.signal]), { message: 'enough' });
    assert.equal(getEventListeners(never, 'abort').length, 0);
    assert.equal(getEventListeners(caller.signal, 'abort').length, 0);
    await turns.untilTurn([never]);
  });
});
