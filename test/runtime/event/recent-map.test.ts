import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RecentMap } from '../../../lib/runtime/event/event-recorder.ts';

describe('RecentMap', () => {
  it('removes the least recently used entry when it is full', () => {
    const map = new RecentMap<number>(2);
    map.set('a', 1);
    map.set('b', 2);
    map.set('c', 3);
    assert.deepEqual([map.get('a'), map.get('b'), map.get('c')], [undefined, 2, 3]);
  });

  it('counts reads and writes as uses', () => {
    const map = new RecentMap<number>(2);
    map.set('a', 1);
    map.set('b', 2);
    map.get('a');
    map.set('c', 3);
    map.set('a', 4);
    map.set('d', 5);
    assert.deepEqual([map.get('a'), map.get('b'), map.get('c'), map.get('d')], [4, undefined, undefined, 5]);
  });
});
