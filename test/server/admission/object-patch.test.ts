import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mergedValue } from '../../../lib/server/admission/object-patch.ts';

describe('mergedValue', () => {
  it('mergedValue compares twice as many items when twice as many have changed', () => {
    const reads = (length: number): number => {
      let count = 0;
      const items = (name: string) =>
        Array.from({ length }, (_, index) => ({
          get name() {
            count += 1;
            return `${name}-${index}`;
          },
        }));
      mergedValue(items('sent'), { before: items('before'), after: items('after') });
      return count;
    };
    assert.ok(reads(400) <= 3 * reads(200), `${reads(200)}, then ${reads(400)}`);
  });

  it('mergedValue recognizes an item wherever it has moved', () => {
    const sent = [
      { name: 'a', unknown: 1 },
      { name: 'b', unknown: 2 },
    ];
    const [a, b] = [{ name: 'a' }, { name: 'b' }];
    assert.deepEqual(mergedValue(sent, { before: [a, b], after: [b, a, { name: 'c' }] }), [
      sent[1],
      sent[0],
      { name: 'c' },
    ]);
  });
});
