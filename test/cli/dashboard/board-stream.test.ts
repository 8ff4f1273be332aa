import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type StreamSink, streamDetail, streamManager, streamRows } from '../../../lib/cli/dashboard/board-stream.ts';
import type { ManagerReport, RowChanges } from '../../../lib/cli/dashboard/message.ts';
import { ManualClock } from '../../../lib/testing/index.ts';
import { addObjects, changeObject, crateBoard, storedObject } from './crate-board.ts';

/** A reader that keeps what it receives. */
class Reader implements StreamSink {
  isSlow = false;
  #texts: string[] = [];
  readonly #listeners = new Map<string, (() => void)[]>();

  write(text: string): boolean {
    this.#texts.push(text);
    return !this.isSlow;
  }

  once(event: 'close' | 'drain', listener: () => void): void {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
  }

  emit(event: 'close' | 'drain'): void {
    const listeners = this.#listeners.get(event) ?? [];
    this.#listeners.delete(event);
    for (const listener of listeners) listener();
  }

  /** Returns the messages since the last call. */
  take(): { readonly name: string; readonly data: RowChanges & Partial<ManagerReport> }[] {
    const texts = this.#texts;
    this.#texts = [];
    return texts.map((text) => {
      const [, name = '', json = ''] = /^event: (\w+)\ndata: (.*)\n\n$/.exec(text) ?? [];
      return { name, data: JSON.parse(json) };
    });
  }
}

function crates(count: number) {
  return Array.from({ length: count }, (_, index) => storedObject('Crate', `crate-${index}`));
}

function changed(object: ReturnType<typeof storedObject>) {
  return { ...object, metadata: { ...object.metadata, resourceVersion: '2' }, spec: { text: 'changed' } };
}

describe('the stream of rows', () => {
  it('the stream of rows sends 5,000 resources in ten messages, and then only the one that changes', async () => {
    const [board, clock, reader] = [crateBoard(), new ManualClock(), new Reader()];
    const objects = crates(5_000);
    addObjects(board, ...objects);
    streamRows(board, reader, clock);
    const [report, ...rows] = reader.take();
    assert.equal(report?.name, 'board');
    assert.deepEqual(
      rows.map(({ data }) => data.changed.length),
      Array(10).fill(500),
    );
    const [, , third] = objects;
    assert.ok(third);
    changeObject(board, third, changed(third));
    await clock.advance(100);
    const messages = reader.take();
    assert.deepEqual(
      messages.map(({ name, data }) => [name, data.changed.map(({ uid }) => uid)]),
      [['rows', ['Crate-crate-2']]],
    );
  });

  it('the stream of rows sends many changes of one resource as one message', async () => {
    const [board, clock, reader] = [crateBoard(), new ManualClock(), new Reader()];
    const [crate = storedObject('Crate', 'a')] = crates(1);
    addObjects(board, crate);
    streamRows(board, reader, clock);
    reader.take();
    for (let count = 0; count < 100; count++) changeObject(board, crate, changed(crate));
    await clock.advance(100);
    assert.equal(reader.take().length, 1);
  });

  it('the stream of rows sends a resource again when a child is added to it', async () => {
    const [board, clock, reader] = [crateBoard(), new ManualClock(), new Reader()];
    addObjects(board, ...crates(2));
    streamRows(board, reader, clock);
    reader.take();
    addObjects(board, storedObject('ConfigMap', 'lid', { of: 'Crate-crate-1' }));
    await clock.advance(100);
    assert.deepEqual(
      reader.take().map(({ data }) => data.changed.map(({ uid, childCount }) => [uid, childCount])),
      [[['Crate-crate-1', 1]]],
    );
  });

  it('the stream of rows names a deleted resource by its uid', async () => {
    const [board, clock, reader] = [crateBoard(), new ManualClock(), new Reader()];
    const [crate = storedObject('Crate', 'a')] = crates(1);
    addObjects(board, crate);
    streamRows(board, reader, clock);
    reader.take();
    board.recordChange({ type: 'deleted', object: crate, origin: 'watch' });
    await clock.advance(100);
    assert.deepEqual(reader.take(), [{ name: 'rows', data: { changed: [], deleted: ['Crate-crate-0'] } }]);
  });

  it('the stream of rows waits for a slow reader, and then sends the latest state only', async () => {
    const [board, clock, reader] = [crateBoard(), new ManualClock(), new Reader()];
    const [crate = storedObject('Crate', 'a')] = crates(1);
    addObjects(board, crate);
    streamRows(board, reader, clock);
    reader.isSlow = true;
    changeObject(board, crate, changed(crate));
    await clock.advance(100);
    reader.take();
    for (let count = 0; count < 5; count++) changeObject(board, crate, changed(crate));
    await clock.advance(1_000);
    assert.deepEqual(reader.take(), []);
    reader.emit('drain');
    assert.equal(reader.take().length, 1);
  });

  it('the stream of rows ends when its reader closes', async () => {
    const [board, clock, reader] = [crateBoard(), new ManualClock(), new Reader()];
    streamRows(board, reader, clock);
    reader.take();
    reader.emit('close');
    addObjects(board, ...crates(1));
    await clock.advance(100);
    assert.deepEqual(reader.take(), []);
  });
});

describe('the stream of an object', () => {
  it('the stream of an object sends it again when its owner changes, and reports its deletion', async () => {
    const [board, clock, reader] = [crateBoard(), new ManualClock(), new Reader()];
    const [crate = storedObject('Crate', 'a'), other = storedObject('Crate', 'b')] = crates(2);
    const lid = storedObject('ConfigMap', 'lid', { of: 'Crate-crate-0' });
    addObjects(board, crate, other, lid);
    streamDetail(board, 'ConfigMap-lid', reader, clock);
    changeObject(board, other, changed(other));
    await clock.advance(100);
    assert.deepEqual(
      reader.take().map(({ name }) => name),
      ['detail'],
    );
    changeObject(board, crate, changed(crate));
    await clock.advance(100);
    assert.deepEqual(
      reader.take().map(({ name }) => name),
      ['detail'],
    );
    board.recordChange({ type: 'deleted', object: lid, origin: 'watch' });
    await clock.advance(100);
    assert.deepEqual(
      reader.take().map(({ name }) => name),
      ['gone'],
    );
  });
});

describe('the stream of the manager', () => {
  it('the stream of the manager reports an unknown state until the manager reports, and later its end', async () => {
    const [board, clock, reader] = [crateBoard(), new ManualClock(), new Reader()];
    streamManager(board, reader, clock);
    board.recordWork({
      queues: [],
      caches: [{ title: 'Crate.example.com/v1', objectCount: 1, listState: 'listed' }],
    });
    await clock.advance(100);
    board.recordWork(undefined);
    await clock.advance(100);
    assert.deepEqual(
      reader.take().map(({ data: { state, caches } }) => [state, caches?.length]),
      [
        ['unknown', 0],
        ['running', 1],
        ['ended', 0],
      ],
    );
  });

  it('the stream of the manager has the last two hundred reconciles of all resources', async () => {
    const [board, clock, reader] = [crateBoard(), new ManualClock(), new Reader()];
    const ended = { controller: 'crate', reasons: ['listed'], reads: [], requests: [], durationMs: 1 };
    for (let number = 1; number <= 300; number += 1) board.recordReconcile({ ...ended, resource: `default/${number}` });
    streamManager(board, reader, clock);
    const [
      {
        data: { reconciles = [] },
      } = { data: {} },
    ] = reader.take();
    assert.deepEqual([reconciles.length, reconciles[0]?.resource], [200, 'default/300']);
  });
});
