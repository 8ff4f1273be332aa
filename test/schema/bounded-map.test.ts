import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BoundedMap, getOrMake } from '../../lib/schema/index.ts';

describe('a bounded map', () => {
  it('a full bounded map drops the entry that was set first', () => {
    const map = new BoundedMap<string, number>(2).set('a', 1).set('b', 2).set('c', 3);
    assert.deepEqual(
      [...map],
      [
        ['b', 2],
        ['c', 3],
      ],
    );
  });

  it('a bounded map keeps an entry that was set again, and drops an earlier one', () => {
    const map = new BoundedMap<string, number>(2).set('a', 1).set('b', 2).set('a', 3).set('c', 4);
    assert.deepEqual(
      [...map],
      [
        ['a', 3],
        ['c', 4],
      ],
    );
  });

  it('a bounded map makes a value at its first use only', () => {
    const map = new BoundedMap<string, number>(1);
    assert.deepEqual([getOrMake(map, 'a', () => 1), getOrMake(map, 'a', () => 2)], [1, 1]);
    assert.deepEqual([getOrMake(map, 'b', () => 3), getOrMake(map, 'a', () => 4)], [3, 4]);
  });

  it('a bounded map stores nothing if a value can’t be made', () => {
    const map = new BoundedMap<string, number>(1);
    assert.throws(() => getOrMake(map, 'a', () => assert.fail('not today')), /not today/);
    assert.equal(map.has('a'), false);
  });
});
