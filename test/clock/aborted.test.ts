import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import { untilAborted, whenAborted } from '../../lib/clock/index.ts';

describe('aborted', () => {
  it('whenAborted resolves when the signal aborts, and not before', async () => {
    const controller = new AbortController();
    let isResolved = false;
    const resolved = whenAborted(controller.signal).then(() => {
      isResolved = true;
    });
    await Promise.resolve();
    assert.equal(isResolved, false);
    controller.abort();
    await resolved;
  });

  it('whenAborted resolves for a signal that has aborted', async () => {
    await whenAborted(AbortSignal.abort());
  });
});

describe('untilAborted', () => {
  it('untilAborted has the outcome of the awaited promise', async () => {
    const { signal } = new AbortController();
    assert.equal(await untilAborted(Promise.resolve('done'), signal), 'done');
    await assert.rejects(untilAborted(Promise.reject(new Error('no')), signal), { message: 'no' });
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });

  it('untilAborted ends when the signal aborts, and leaves no unhandled rejection', async () => {
    const controller = new AbortController();
    const { promise, reject } = Promise.withResolvers<string>();
    const outcome = untilAborted(promise, controller.signal);
    controller.abort();
    assert.equal(await outcome, undefined);
    reject(new Error('too late'));
    await new Promise(setImmediate);
    assert.equal(await untilAborted(new Promise(() => undefined), controller.signal), undefined);
  });
});
