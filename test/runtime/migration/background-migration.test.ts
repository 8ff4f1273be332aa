import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { migrateInBackground } from '../../../lib/runtime/migration/index.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';
import { RecordingLogger } from '../recording-logger.ts';
import { box, ImpatientClock, refusal, StoredBoxes, type Way } from './stored-boxes.ts';

describe('a migration in the background', () => {
  async function migrated(boxes: StoredBoxes, way?: Way, signal = new AbortController().signal) {
    const logger = new RecordingLogger();
    const clock = new ImpatientClock();
    await migrateInBackground([box], { client: boxes.client(way), clock, logger }, signal);
    return { lines: logger.lines, clock };
  }

  it('a migration in the background logs its progress and its end', async () => {
    const boxes = new StoredBoxes(5);
    const { lines } = await migrated(boxes);
    const definition = 'boxes.example.com';
    assert.deepEqual(lines, [
      {
        level: 'info',
        message: 'rewriting stored objects',
        fields: { definition, doneCount: 3, refusedCount: 0, totalCount: 5 },
      },
      {
        level: 'info',
        message: 'rewriting stored objects',
        fields: { definition, doneCount: 5, refusedCount: 0, totalCount: 5 },
      },
      {
        level: 'info',
        message: 'all objects are stored in the storage version now',
        fields: { definition, storageVersion: 'v1', doneCount: 5 },
      },
    ]);
    assert.deepEqual(boxes.storedVersions, ['v1']);
  });

  it('a migration in the background logs at debug level only if there is nothing to do', async () => {
    const boxes = new StoredBoxes(5);
    await migrated(boxes);
    const { lines } = await migrated(boxes);
    assert.deepEqual(
      lines.map(({ level }) => level),
      ['debug'],
    );
  });

  it('a migration in the background continues after a failure and a delay', async () => {
    const boxes = new StoredBoxes(5);
    let failures = 2;
    const { lines, clock } = await migrated(boxes, (request, execute) => {
      if (request === 'patch e' && failures > 0) {
        failures -= 1;
        throw refusal(box, { name: 'e' }, 401, 'who are you?');
      }
      return execute();
    });
    assert.equal(lines.filter(({ message }) => message === 'the migration of stored objects failed').length, 2);
    assert.ok(clock.waitsMs.filter((ms) => ms >= 20_000).length === 2, `waited ${clock.waitsMs}`);
    assert.deepEqual(boxes.storedVersions, ['v1']);
  });

  it('migrates a kind while the migration of another one fails', async () => {
    const boxes = new StoredBoxes(5);
    const crate = { ...box, kind: 'Crate', plural: 'crates' };
    const [clock, logger, stop] = [new ManualClock(), new RecordingLogger(), new AbortController()];
    // The server knows no Crates: each of its requests for them fails.
    const end = migrateInBackground([crate, box], { client: boxes.client(), clock, logger }, stop.signal);
    await clock.advance(60_000);
    stop.abort(new Error('the term is over'));
    await assert.rejects(end, { message: 'the term is over' });
    assert.deepEqual(boxes.storedVersions, ['v1']);
    assert.equal(logger.lines[0]?.fields.definition, 'crates.example.com');
  });

  it('logs each refused object, and doesn’t retry it', async () => {
    const boxes = new StoredBoxes(5);
    boxes.refuse('b', 422, 'too large');
    const { lines } = await migrated(boxes);
    assert.deepEqual(
      lines.filter(({ level }) => level === 'warn').map(({ fields }) => fields.object),
      ['default/b'],
    );
  });

  it('a migration in the background ends with the signal’s reason', async () => {
    const stop = new AbortController();
    const reason = new Error('the term is over');
    const way: Way = (request, execute) => {
      if (request === 'patch b') stop.abort(reason);
      return execute();
    };
    await assert.rejects(migrated(new StoredBoxes(5), way, stop.signal), reason);
  });
});
