import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ExplorationError, explore } from '../../../lib/testing/index.ts';
import { forcedApply } from './broken/forced-apply.ts';
import { interruptedResize } from './broken/interrupted-resize.ts';
import { newSecretAtStart } from './broken/new-secret-at-start.ts';
import { ownerlessClaim } from './broken/ownerless-claim.ts';
import { repeatedCleanup } from './broken/repeated-cleanup.ts';
import { rewrittenDefault } from './broken/rewritten-default.ts';
import { staleCount } from './broken/stale-count.ts';
import { swallowedError } from './broken/swallowed-error.ts';
import { toggledStatus } from './broken/toggled-status.ts';
import { unobservedMember } from './broken/unobserved-member.ts';
import { unrecordedCreation } from './broken/unrecorded-creation.ts';

const violatingOracles = [
  forcedApply,
  interruptedResize,
  newSecretAtStart,
  ownerlessClaim,
  repeatedCleanup,
  rewrittenDefault,
  staleCount,
  swallowedError,
  toggledStatus,
  unobservedMember,
  unrecordedCreation,
];

describe('an exploration', () => {
  for (const { mistake, broken, healthy, from, changes = [], violates } of violatingOracles) {
    it(`finds an operator that ${mistake}`, async () => {
      await assert.rejects(explore(broken, { from, changes, limit: 200 }), (error) => {
        assert.ok(ExplorationError.is(error), String(error));
        assert.equal(error.oracle, violates, error.message);
        return true;
      });
      const { runCount } = await explore(healthy, { from, changes, limit: 20 });
      assert.ok(runCount > 5, `${runCount} runs`);
    });
  }
});
