import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deletionLimitFindings } from '../../../lib/constructs/controller/deletion-limits.ts';

describe('deletionLimits', () => {
  it('deletion limits are valid by default, and at their bounds', () => {
    assert.deepEqual([...deletionLimitFindings()], []);
    assert.deepEqual(
      [...deletionLimitFindings({ deletionsPerMinute: 1, prunedShare: 1, whenNothingRendered: 'prune' })],
      [],
    );
  });

  for (const deletionsPerMinute of [0, -1, 1.5, Number.NaN]) {
    it(`a limit of ${deletionsPerMinute} deletions a minute is refused`, () => {
      const remedy = 'write a whole number from 1';
      assert.deepEqual(
        [...deletionLimitFindings({ deletionsPerMinute })],
        [`deletionsPerMinute is ${deletionsPerMinute}: ${remedy}`],
      );
    });
  }

  for (const prunedShare of [0, -0.5, 1.1, Number.NaN]) {
    it(`a limit for the pruned share of ${prunedShare} is refused`, () => {
      const [finding] = deletionLimitFindings({ prunedShare });
      assert.match(finding ?? '', new RegExp(`^prunedShare is ${prunedShare}: write a number above 0 and up to 1`));
    });
  }
});
