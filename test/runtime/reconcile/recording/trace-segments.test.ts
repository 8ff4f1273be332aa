import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Action } from '../../../../lib/api/index.ts';
import type { FieldShape } from '../../../../lib/runtime/reconcile/comparison/field-shape.ts';
import { type RecordedReconcile, readTrace } from '../../../../lib/runtime/reconcile/recording/trace.ts';
import { TraceSegments } from '../../../../lib/runtime/reconcile/recording/trace-segments.ts';
import { RecordingLogger } from '../../recording-logger.ts';

const header = { operator: 'safe-operator', version: '1.0.0', monotonicMs: 0, images: {} };

/** The record of a reconcile of a resource. */
function reconcileOf(resource: string): RecordedReconcile {
  const nothing = { objects: [], reads: [], wallMs: [], monotonicMs: [], expiredTimers: [], requests: [] };
  const subject = { controller: 'safe', resource, reasons: [], durationMs: 0 };
  return { ...subject, ...nothing, outcome: { action: Action.awaitChange() } };
}

/** Writes reconciles of the names, which all refer to one shape. Returns the segments and the warnings. */
function written(names: readonly string[], beginSegment: 'begins' | 'fails') {
  const segments = [''];
  const logger = new RecordingLogger();
  const shape: FieldShape = { atomic: true };
  const trace = new TraceSegments(
    header,
    {
      limitBytes: 600,
      write: (lines) => void segments.push(`${segments.pop()}${lines}`),
      beginSegment: () => {
        if (beginSegment === 'fails') throw new Error('the disk is full');
        segments.push('');
      },
    },
    logger,
  );
  for (const name of names) trace.write(reconcileOf(name), new Map([[shape, 7]]));
  return { segments, shape, warnings: logger.lines.map(({ message }) => message) };
}

describe('the segments of a trace', () => {
  it('each segment of a trace begins with a header, and has the shapes that its reconciles refer to', () => {
    const { segments, shape, warnings } = written(['a', 'b', 'c', 'd', 'e'], 'begins');
    const traces = segments.map(readTrace);
    assert.ok(traces.length > 1, `${traces.length} segments`);
    for (const { shapes } of traces) assert.deepEqual([...shapes], [[7, shape]]);
    const names = traces.flatMap(({ reconciles }) => reconciles.map(({ reconcile }) => reconcile.resource));
    assert.deepEqual(names, ['a', 'b', 'c', 'd', 'e']);
    assert.deepEqual(warnings, []);
  });

  it('a segment leaves out a reconcile that is larger than a segment, and has the next one', () => {
    const { segments, warnings } = written(['a', 'x'.repeat(600), 'b'], 'begins');
    const names = segments.map(readTrace).flatMap(({ reconciles }) => reconciles.map(({ reconcile }) => reconcile));
    assert.deepEqual(
      names.map(({ resource }) => resource),
      ['a', 'b'],
    );
    assert.deepEqual(warnings, ['a reconcile is not recorded: it is larger than a segment']);
  });

  it('a trace ends with its first segment if the second one can’t begin', () => {
    const { segments, warnings } = written(['a', 'b', 'c', 'd', 'e'], 'fails');
    assert.equal(segments.length, 1);
    assert.deepEqual(warnings, [
      'the next segment of the trace can not begin',
      'the trace is full: later reconciles are not recorded',
    ]);
  });

  it('a trace ends, and no reconcile fails, when its disk is full', () => {
    const logger = new RecordingLogger();
    const attempts: string[] = [];
    const write = (lines: string) => {
      attempts.push(lines);
      if (attempts.length > 1) throw new Error('the disk is full');
    };
    const trace = new TraceSegments(header, { limitBytes: 600, write, beginSegment: () => undefined }, logger);
    for (const name of ['a', 'b', 'c']) trace.write(reconcileOf(name), new Map());
    assert.equal(attempts.length, 2);
    assert.deepEqual(
      logger.lines.map(({ message }) => message),
      ['the trace can not be written: later reconciles are not recorded'],
    );
  });
});
