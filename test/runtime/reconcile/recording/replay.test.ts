import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Operator } from '../../../../lib/constructs/index.ts';
import { type ReplayedReconcile, readTrace, replay, TraceError } from '../../../../lib/runtime/index.ts';
import { silentLogger } from '../../../../lib/telemetry/index.ts';
import { RecordedManager } from './recorded-manager.ts';
import { safeOperator } from './safe.ts';

const password = 'correct-horse-battery';

/** The trace of a manager that creates, changes and leaves a safe. */
async function recordedTrace(limitBytes = 2 ** 20): Promise<string> {
  await using manager = await RecordedManager.start({ limitBytes });
  await manager.put('a', { password });
  await manager.put('a', { password, size: 2 });
  return manager.trace;
}

async function replayed(operator: Operator, text: string) {
  const all: ReplayedReconcile[] = [];
  for await (const each of replay(operator, readTrace(text), silentLogger)) all.push(each);
  return all;
}

describe('record and replay', () => {
  it('a replay repeats each recorded reconcile to the same bytes', async () => {
    const all = await replayed(safeOperator(), await recordedTrace());
    assert.ok(all.length >= 2, `${all.length} reconciles`);
    for (const { divergence, recorded, requests } of all) {
      assert.equal(divergence, undefined);
      assert.equal(JSON.stringify(requests), JSON.stringify(recorded.requests.map(({ request }) => request)));
    }
    const verbs = all.flatMap(({ requests }) => requests.map(({ verb, of }) => `${verb} ${of}`));
    for (const sent of ['apply Secret.v1', 'apply ConfigMap.v1', 'get Secret.v1', 'json patch Safe.example.com/v1']) {
      assert.ok(verbs.includes(sent), `${sent} in ${verbs.join(', ')}`);
    }
  });

  it('a replay reports the first request of a changed operator that differs', async () => {
    const [first] = await replayed(safeOperator({ content: 'vault' }), await recordedTrace());
    assert.equal(first?.divergence?.place, 'request 2: body.data.content');
    assert.equal(first.divergence.recorded, 'safe 1');
    assert.equal(first.divergence.replayed, 'vault 1');
  });

  it('a trace contains no values of Secrets, wherever they appear', async () => {
    const text = await recordedTrace();
    assert.ok(!text.includes(password));
    assert.ok(!text.includes(Buffer.from(password).toString('base64')));
    assert.ok(text.includes('redacted:'));
  });

  it('a recording ends before its size limit, and logs that once', async () => {
    await using manager = await RecordedManager.start({ limitBytes: 30_000 });
    for (let size = 1; size < 20; size++) await manager.put('a', { password, size });
    assert.ok(Buffer.byteLength(manager.trace) <= 30_000);
    assert.equal(manager.logger.lines.filter(({ message }) => message.startsWith('the trace is full')).length, 1);
    const all = await replayed(safeOperator(), manager.trace);
    assert.ok(all.length > 0);
    assert.deepEqual(
      all.flatMap(({ divergence }) => divergence ?? []),
      [],
    );
  });

  it('a recording in segments keeps the last reconciles, and each segment is replayed alone', async () => {
    await using manager = await RecordedManager.start({ limitBytes: 30_000, segments: 'several' });
    for (let size = 1; size < 20; size++) await manager.put('a', { password, size });
    assert.ok(manager.segments.length > 2, `${manager.segments.length} segments`);
    let precedingCount = 0;
    for (const segment of manager.segments) {
      assert.ok(Buffer.byteLength(segment) <= 30_000);
      const { header, reconciles } = readTrace(segment);
      assert.equal(header.precedingCount, precedingCount);
      precedingCount += reconciles.length;
      const all = await replayed(safeOperator(), segment);
      assert.deepEqual(
        all.flatMap(({ divergence }) => divergence ?? []),
        [],
      );
    }
    assert.match(manager.trace, /safe 19/);
    assert.deepEqual(
      manager.logger.lines.filter(({ level }) => level === 'warn'),
      [],
    );
  });

  it('a trace is read without a last line that a crash has cut', async () => {
    const text = await recordedTrace();
    const whole = readTrace(text);
    const cut = readTrace(text.slice(0, -10));
    assert.deepEqual([whole.isCut, cut.isCut], [false, true]);
    assert.equal(cut.reconciles.length, whole.reconciles.length - 1);
    const all = await replayed(safeOperator(), text.slice(0, -10));
    assert.deepEqual(
      all.flatMap(({ divergence }) => divergence ?? []),
      [],
    );
  });

  it('a replay refuses a damaged line, another format and the trace of another operator', async () => {
    const [header = '', ...lines] = (await recordedTrace()).split('\n');
    assert.throws(() => readTrace([header, '{"', ...lines].join('\n')), { message: /line 2 of the trace isn't JSON/ });
    assert.throws(() => readTrace('{}\n'), TraceError);
    const foreign = [header.replace('safe-operator', 'other'), ...lines].join('\n');
    await assert.rejects(replayed(safeOperator(), foreign), { message: /trace is of the operator other/ });
  });
});
