import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { StartupReconciles } from '../../../lib/runtime/controller/startup-reconciles.ts';
import { ManualClock } from '../../../lib/testing/index.ts';
import { RecordingLogger } from '../recording-logger.ts';

describe('the startup reconciles', () => {
  let clock: ManualClock;
  let logger: RecordingLogger;
  let round: StartupReconciles;

  beforeEach(() => {
    clock = new ManualClock();
    logger = new RecordingLogger();
    round = new StartupReconciles({ clock, logger });
  });

  const said = () => logger.lines.map(({ level, message, fields }) => ({ level, message, ...fields }));
  const over = { level: 'info', message: 'every resource has been reconciled once' };

  it('the startup reconciles end when each resource is reconciled, and log the failures and the duration', async () => {
    round.awaitKeys(['a', 'b', 'c']);
    await clock.advance(1_500);
    round.reconcileEnded('a', 'success');
    round.reconcileEnded('a', 'error');
    round.reconcileEnded('c', 'terminal_error');
    round.reconcileEnded('new', 'error');
    assert.deepEqual(said(), []);
    round.reconcileEnded('b', 'requeue_after');
    assert.deepEqual(said(), [{ ...over, resourceCount: 3, failedCount: 1, durationMs: 1_500 }]);
    round.reconcileEnded('a', 'success');
    assert.equal(said().length, 1);
  });

  it('the startup reconciles don’t count resources that another process reconciles', () => {
    round.awaitKeys(['a', 'b']);
    round.keySkipped('a');
    round.reconcileEnded('b', 'success');
    assert.deepEqual(said(), [{ ...over, resourceCount: 1, failedCount: 0, durationMs: 0 }]);
  });

  it('the startup reconciles log nothing if there were no resources', () => {
    round.awaitKeys([]);
    round.awaitKeys(['a']);
    round.keySkipped('a');
    assert.deepEqual(said(), []);
  });

  it('the startup reconciles begin again with gained resources', async () => {
    round.awaitKeys(['a']);
    round.reconcileEnded('a', 'timeout');
    await clock.advance(60_000);
    round.awaitKeys(['b']);
    await clock.advance(1);
    round.reconcileEnded('b', 'success');
    assert.deepEqual(said()[1], { ...over, resourceCount: 1, failedCount: 0, durationMs: 1 });
  });
});
