import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findingTexts } from '../release.ts';

describe('an old sample', () => {
  it('an old sample that the new definition rejects is reported', () => {
    const sized = (pattern: string) => ({ type: 'object', properties: { size: { type: 'string', pattern } } });
    const sample = { size: 'b1' };
    assert.deepEqual(findingTexts({ schema: sized('^[ab]'), sample }, { schema: sized('^b$'), sample: {} }), [
      'breaking sample-refused: Box small is no longer valid: spec.size: must match ^b$, and is "b1"',
      'risky pattern-changed: v1 spec.size: has to match ^b$, and had to match ^[ab]',
    ]);
    assert.deepEqual(findingTexts({ schema: sized('^[ab]'), sample }, { schema: sized('^b1?$'), sample: {} }), [
      'risky pattern-changed: v1 spec.size: has to match ^b1?$, and had to match ^[ab]',
    ]);
  });
});
