import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NamespaceSlots } from '../../lib/client/namespace-slots.ts';

/**
 * Returns the number of slots that each namespace has of 8, if all those named wait in turn until no slot is given.
 */
function holdings(shares: NamespaceSlots, waiting: readonly string[]): Record<string, number> {
  const held: Record<string, number> = {};
  const turns = [...waiting];
  for (const namespace of waiting) shares.recordNeed(namespace);
  for (let freeCount = 8; freeCount > 0; freeCount--) {
    const next = shares.nextNamespace(turns, freeCount);
    if (next === undefined) break;
    shares.take(next);
    held[next] = (held[next] ?? 0) + 1;
    turns.push(...turns.splice(turns.indexOf(next), 1));
  }
  return held;
}

describe('NamespaceSlots', () => {
  it('gives a single namespace all slots', () => {
    assert.deepEqual(holdings(new NamespaceSlots(8), ['a']), { a: 8 });
  });

  it('reserves a quarter of the slots for other namespaces once a second one waits', () => {
    const shares = new NamespaceSlots(8);
    shares.recordNeed('b');
    assert.deepEqual(holdings(shares, ['a']), { a: 6 });
    assert.equal(shares.nextNamespace(['a', 'b'], 2), 'b');
    shares.take('b');
    assert.equal(shares.nextNamespace(['a', 'b'], 1), undefined);
    assert.equal(shares.nextNamespace(['a', 'b', 'c'], 1), 'c');
  });

  it('gives the next slot to the namespace with the fewest', () => {
    assert.deepEqual(holdings(new NamespaceSlots(8), ['a', 'b']), { a: 3, b: 3 });
    assert.deepEqual(holdings(new NamespaceSlots(8), ['a', 'b', 'c', 'd']), { a: 2, b: 2, c: 1, d: 1 });
  });

  it('reserves nothing of a single slot, and nothing from requests without a namespace', () => {
    const shares = new NamespaceSlots(1);
    shares.recordNeed('b');
    shares.recordNeed('a');
    assert.equal(shares.nextNamespace(['a'], 1), 'a');
    assert.equal(shares.nextNamespace(['a'], 0), undefined);
    assert.deepEqual(holdings(new NamespaceSlots(8), ['', 'a']), { '': 7, a: 1 });
  });

  it('forgets a namespace that releases all of its slots', () => {
    const shares = new NamespaceSlots(8);
    shares.recordNeed('b');
    shares.recordNeed('a');
    for (let count = 0; count < 6; count++) shares.take('a');
    assert.equal(shares.nextNamespace(['a'], 2), undefined);
    for (let count = 0; count < 6; count++) shares.release('a');
    assert.equal(shares.nextNamespace(['a'], 1), 'a');
  });
});
