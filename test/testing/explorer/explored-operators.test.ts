import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exploredProperties } from '../../../lib/testing/explorer/run-property.ts';
import { ExplorationError, explore } from '../../../lib/testing/index.ts';
import { claimedName } from './broken/claimed-name.ts';
import { earlyRecord } from './broken/early-record.ts';
import { endlessCount } from './broken/endless-count.ts';
import { finalFailure } from './broken/final-failure.ts';
import { forcedApply } from './broken/forced-apply.ts';
import { interruptedAccount } from './broken/interrupted-account.ts';
import { interruptedResize } from './broken/interrupted-resize.ts';
import { lostUpdate } from './broken/lost-update.ts';
import { newSecretAtStart } from './broken/new-secret-at-start.ts';
import { outdatedScaleDown } from './broken/outdated-scale-down.ts';
import { ownerlessClaim } from './broken/ownerless-claim.ts';
import { repeatedCleanup } from './broken/repeated-cleanup.ts';
import { reportedAttempts } from './broken/reported-attempts.ts';
import { rewrittenDefault } from './broken/rewritten-default.ts';
import { splitStatus } from './broken/split-status.ts';
import { staleCount } from './broken/stale-count.ts';
import { swallowedError } from './broken/swallowed-error.ts';
import { toggledStatus } from './broken/toggled-status.ts';
import { unobservedMember } from './broken/unobserved-member.ts';
import { unrecordedCreation } from './broken/unrecorded-creation.ts';

const violatingOperators = [
  claimedName,
  earlyRecord,
  endlessCount,
  finalFailure,
  forcedApply,
  interruptedAccount,
  interruptedResize,
  newSecretAtStart,
  lostUpdate,
  outdatedScaleDown,
  splitStatus,
  ownerlessClaim,
  repeatedCleanup,
  reportedAttempts,
  rewrittenDefault,
  staleCount,
  swallowedError,
  toggledStatus,
  unobservedMember,
  unrecordedCreation,
];

describe('an exploration', () => {
  it('each property of an exploration is violated by one of the broken operators', () => {
    const violated = new Set(violatingOperators.map(({ violates }) => violates));
    assert.deepEqual(violated, new Set(exploredProperties));
  });

  for (const { mistake, broken, healthy, from, changes = [], violates } of violatingOperators) {
    it(`an exploration finds an operator that ${mistake}`, async () => {
      await assert.rejects(explore(broken, { from, changes, limit: 200 }), (error) => {
        assert.ok(ExplorationError.is(error), String(error));
        assert.equal(error.property, violates, error.message);
        return true;
      });
      const { runCount } = await explore(healthy, { from, changes, limit: 20 });
      assert.ok(runCount > 5, `${runCount} runs`);
    });
  }
});
