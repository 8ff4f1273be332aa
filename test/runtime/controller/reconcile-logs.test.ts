import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ReconcileLogs } from '../../../lib/runtime/controller/reconcile-logs.ts';
import { RecordingLogger } from '../recording-logger.ts';

describe('the loggers of running reconciles', () => {
  it('all log lines of a reconcile have one id, and the next reconcile of its key has another', () => {
    const logger = new RecordingLogger();
    const logs = new ReconcileLogs(logger);
    logs.of('default/a').info('first');
    logs.of('default/a').info('second');
    logs.of('default/b').info('of another key');
    logs.endReconcile('default/a');
    logs.of('default/a').info('third');

    const ids = logger.lines.map(({ fields }) => fields.reconcileID);
    assert.equal(ids[0], ids[1]);
    assert.equal(new Set(ids).size, 3);
    assert.deepEqual(
      logger.lines.map(({ fields }) => fields.resource),
      ['default/a', 'default/a', 'default/b', 'default/a'],
    );
  });

  it('work that a callback leaves behind logs with the id of its reconcile, also after the end of the reconcile', () => {
    const logger = new RecordingLogger();
    const logs = new ReconcileLogs(logger);
    const log = logs.lazily('default/a');
    logs.of('default/a').info('during');
    logs.endReconcile('default/a');
    log().info('afterwards');
    logs.of('default/a').info('in the next reconcile');

    const [during, afterwards, next] = logger.lines.map(({ fields }) => fields.reconcileID);
    assert.equal(afterwards, during);
    assert.notEqual(next, during);
  });
});
