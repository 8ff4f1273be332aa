import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, type Mock, mock } from 'node:test';
import { clearAlone, removeLeftover } from '../../../lib/testing/toolchain/leftover.ts';

const refused = Object.assign(new Error('ENOTEMPTY: directory not empty'), { code: 'ENOTEMPTY' });

describe('leftovers of other processes', () => {
  let write: Mock<typeof process.stderr.write>;
  beforeEach(() => {
    write = mock.method(process.stderr, 'write', () => true);
  });
  afterEach(() => write.mock.restore());

  const said = (): readonly string[] => write.mock.calls.map(({ arguments: [text] }) => String(text));

  it('leftovers of other processes are reported, and stop no run, if they can’t be removed', async () => {
    await removeLeftover('/cache/a', () => Promise.reject(refused));
    await removeLeftover('/cache/b', () => undefined);
    await clearAlone('/cache', () => Promise.reject(refused), new AbortController().signal);
    assert.deepEqual(said(), [
      "/cache/a, left by an earlier run, can't be removed: Error: ENOTEMPTY: directory not empty\n",
      "the content of /cache, left by an earlier run, can't be removed: Error: ENOTEMPTY: directory not empty\n",
    ]);
  });

  it('leftovers of other processes are searched by one process after the other', async () => {
    const steps: string[] = [];
    const first = Promise.withResolvers<void>();
    const { signal } = new AbortController();
    const begun = Promise.withResolvers<void>();
    const one = clearAlone(
      import.meta.url,
      async () => {
        begun.resolve();
        await first.promise;
        steps.push('first');
      },
      signal,
    );
    await begun.promise;
    const other = clearAlone(import.meta.url, async () => void steps.push('second'), signal);
    first.resolve();
    await Promise.all([one, other]);
    assert.deepEqual(steps, ['first', 'second']);
  });

  it('leftovers of other processes are not searched after the signal has aborted', async () => {
    const reason = new Error('enough');
    await assert.rejects(
      clearAlone('/cache', () => Promise.resolve(), AbortSignal.abort(reason)),
      reason,
    );
    assert.deepEqual(said(), []);
  });
});
