import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { WatchEvent } from '../../../lib/client/index.ts';
import { StreamedList } from '../../../lib/runtime/watch/streamed-list.ts';
import { storedObject } from '../stored-object.ts';

function taken(...events: readonly WatchEvent[]) {
  const list = new StreamedList();
  return events.map((event) => list.addEvent(event));
}

const end: WatchEvent = { type: 'BOOKMARK', resourceVersion: '9', isEndOfList: true };

describe('StreamedList', () => {
  it('StreamedList is complete with the bookmark that ends the list, and not before', () => {
    const object = storedObject('a', 1);
    const bookmark: WatchEvent = { type: 'BOOKMARK', resourceVersion: '8' };
    assert.deepEqual(taken({ type: 'ADDED', object }, bookmark, end), [
      undefined,
      undefined,
      { resourceVersion: '9', items: [object] },
    ]);
  });

  it('StreamedList keeps no object once it is complete', () => {
    const [, , again] = taken({ type: 'ADDED', object: storedObject('a', 1) }, end, end);
    assert.deepEqual(again?.items, []);
  });

  it('StreamedList has each object in the state of its last event', () => {
    const list = taken(
      { type: 'ADDED', object: storedObject('a', 1) },
      { type: 'ADDED', object: storedObject('b', 2) },
      { type: 'MODIFIED', object: storedObject('a', 3) },
      { type: 'DELETED', object: storedObject('b', 4) },
      { type: 'ADDED', object: storedObject('c', 5) },
      end,
    ).at(-1);
    assert.deepEqual(list?.items, [storedObject('a', 3), storedObject('c', 5)]);
  });

  it('StreamedList distinguishes objects of one name in two namespaces', () => {
    const [one, other] = ['shop', 'yard'].map((namespace) => storedObject('a', 1, { namespace }));
    assert.ok(one !== undefined && other !== undefined);
    const list = taken({ type: 'ADDED', object: one }, { type: 'ADDED', object: other }, end).at(-1);
    assert.deepEqual(list?.items, [one, other]);
  });
});
