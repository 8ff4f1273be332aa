import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eachOf } from '../../../lib/runtime/migration/migrate-definition.ts';

const never = new AbortController().signal;

describe('work on each of many items', () => {
  it('is done on a limited number of items at a time', async () => {
    let [running, most, done] = [0, 0, 0];
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      done += 1;
    };
    await eachOf([1, 2, 3, 4, 5, 6, 7], 3, work, never);
    assert.deepEqual({ most, done }, { most: 3, done: 7 });
  });

  it('begins no item after a failure, and throws it when the running work has ended', async () => {
    const begun: number[] = [];
    const work = async (item: number) => {
      begun.push(item);
      await Promise.resolve();
      if (item === 2) throw new Error('broken');
    };
    await assert.rejects(eachOf([1, 2, 3, 4, 5, 6], 1, work, never), { message: 'broken' });
    assert.deepEqual(begun, [1, 2]);
  });
});
