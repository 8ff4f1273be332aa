import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aborted } from '../../lib/clock/index.ts';

describe('aborted', () => {
  it('resolves when the signal aborts, and not before', async () => {
    const controller = new AbortController();
    let isResolved = false;
    const resolved = aborted(controller.signal).then(() => {
      isResolved = true;
    });
    await Promise.resolve();
    assert.equal(isResolved, false);
    controller.abort();
    await resolved;
  });

  it('resolves for a signal that has aborted', async () => {
    await aborted(AbortSignal.abort());
  });
});
