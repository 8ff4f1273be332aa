import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { repetitions } from '../../../lib/olm/finding/repetition.ts';

describe('repetitions', () => {
  it('repetitions are all items but the first of a key, in their order, each with the first', () => {
    assert.deepEqual(
      repetitions(['ax', 'b', 'ay', 'az'], ([letter]) => letter),
      [
        { item: 'ay', key: 'a', first: 'ax' },
        { item: 'az', key: 'a', first: 'ax' },
      ],
    );
  });

  it('repetitions exclude items without a key, or with an empty one', () => {
    assert.deepEqual(
      repetitions([1, 2, 3, 4], (number) => (number > 2 ? '' : undefined)),
      [],
    );
  });
});
