import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { StoredObject } from '../../../lib/api/index.ts';
import { claimKind } from '../../../lib/constructs/index.ts';
import { Store, StoreWriter } from '../../../lib/runtime/cache/index.ts';
import { ChildConflicts } from '../../../lib/runtime/controller/child-conflicts.ts';
import { ControllerCache } from '../../../lib/runtime/controller/controller-cache.ts';
import { ReconcileJournal } from '../../../lib/runtime/controller/reconcile-journal.ts';
import type { ObjectEvent } from '../../../lib/runtime/event/index.ts';
import { NotLeaderError } from '../../../lib/runtime/leader-election/index.ts';
import type { Journal } from '../../../lib/runtime/reconcile/index.ts';
import { silentLogger } from '../../../lib/telemetry/index.ts';
import { renderedBox, storedShelf } from '../reconcile/rendered-box.ts';
import { RecordingLogger } from '../recording-logger.ts';
import { configMapKind, keyOf } from '../shelf.ts';
import { storedObject } from '../stored-object.ts';
import { claim } from '../vault.ts';

describe('the journal of a controller', () => {
  const shelf = storedShelf('a');
  let childConflicts: ChildConflicts;
  let events: string[];
  let noted: string[];
  let logger: RecordingLogger;
  let diary: Journal;

  beforeEach(() => {
    childConflicts = new ChildConflicts();
    events = [];
    noted = [];
    logger = new RecordingLogger();
    const cache = new ControllerCache({ valuesOf: () => [], valuesFor: () => [], isReferrer: () => false });
    for (const kind of [configMapKind, claimKind]) {
      const store = new Store({ kind, logger: silentLogger });
      new StoreWriter(store);
      cache.add({ kind }, store, []);
    }
    diary = new ReconcileJournal({
      cache,
      childConflicts,
      logs: { of: (resource) => logger.with({ resource }) },
      ownWrites: {
        noteWrite: (key, { metadata }) => void noted.push(`${key} wrote ${metadata.name}`),
        noteDeletion: (key, { metadata }) => void noted.push(`${key} deleted ${metadata.name}`),
      },
      events: {
        record: ({ metadata }: Pick<StoredObject, 'metadata'>, { type, reason, message }: ObjectEvent) =>
          void events.push(`${metadata.name}: ${type} ${reason} ${message}`),
      },
    });
  });

  const box = (name: string) => renderedBox(shelf, name, '1');

  it('makes a key wait for its writes of cached kinds', () => {
    diary.objectWritten(keyOf('a'), storedObject('x', 5));
    diary.objectWritten(keyOf('a'), shelf);
    assert.deepEqual(noted, ['default/a wrote x']);
  });

  it('makes a key wait for the deletion of a pruned child, and records an Event', () => {
    diary.childPruned(shelf, storedObject('x', 5));
    assert.deepEqual(noted, ['default/a deleted x']);
    assert.deepEqual(events, ['a: Normal ChildPruned deleted ConfigMap default/x, which is no longer rendered']);
  });

  it('records an Event for an adopted object', () => {
    diary.childAdopted(shelf, storedObject('x', 5));
    assert.deepEqual(events, ['a: Normal ChildAdopted took over ConfigMap default/x, which had no controller']);
  });

  it('makes a key wait for the deletion of a child that is recreated, and records an Event', () => {
    diary.childRecreated(shelf, storedObject('x', 5));
    assert.deepEqual(noted, ['default/a deleted x']);
    assert.deepEqual(events, [
      "a: Normal ChildRecreated deleted ConfigMap default/x, which can't be changed as wanted, to recreate it",
    ]);
  });

  it('makes a key wait for a claim that grows, and records an Event', () => {
    const grown: StoredObject = {
      ...storedObject('x', 5),
      ...claim('data-a-0', '2Gi'),
      metadata: storedObject('data-a-0', 5).metadata,
    };
    diary.claimGrown(shelf, grown);
    assert.deepEqual(noted, ['default/a wrote data-a-0']);
    assert.deepEqual(events, ['a: Normal ClaimGrown asked for 2Gi in PersistentVolumeClaim default/data-a-0']);
  });

  it('notes the names of children that a resource waits for', () => {
    diary.childrenConflicting(shelf, [box('x'), box('y')]);
    assert.deepEqual(childConflicts.resourcesWaitingFor(storedObject('x', 1)), ['default/a']);
    diary.childrenConflicting(shelf, []);
    assert.equal(childConflicts.size, 0);
  });

  it('forgets the names that a resource waits for when the resource is gone', () => {
    diary.childrenConflicting(shelf, [box('x')]);
    diary.resourceGone(keyOf('a'));
    assert.equal(childConflicts.size, 0);
  });

  describe('of a problem', () => {
    const error = new Error('no space');
    const problem = { reason: 'ReconcileFailed', message: 'no space', error } as const;

    it('writes one log line and one Event for any number of reconciles that meet a problem', () => {
      for (let retry = 0; retry < 3; retry += 1) diary.reconcileConcluded(shelf, problem);
      assert.deepEqual(events, ['a: Warning ReconcileFailed no space']);
      assert.deepEqual(logger.lines, [
        {
          level: 'warn',
          message: 'the resource has a problem',
          fields: { resource: 'default/a', reason: 'ReconcileFailed', error },
        },
      ]);
    });

    it('logs the message of a problem if no error was thrown', () => {
      diary.reconcileConcluded(shelf, { reason: 'ChildFailed', message: 'Deployment web: too slow' });
      assert.equal(logger.lines[0]?.fields.message, 'Deployment web: too slow');
    });

    it('logs why the status doesn’t report a problem', () => {
      diary.reconcileConcluded(shelf, { ...problem, statusError: { code: 3 } });
      assert.equal(logger.lines[0]?.fields.statusError, 'a value that is not an Error was thrown: { code: 3 }');
    });

    it('writes nothing about a problem if another replica leads by now', () => {
      diary.reconcileConcluded(shelf, { ...problem, error: new NotLeaderError('another leads') });
      diary.reconcileConcluded(shelf, { ...problem, statusError: new NotLeaderError('another leads') });
      assert.deepEqual([events, logger.lines], [[], []]);
    });

    it('forgets a problem when its resource is gone', () => {
      diary.reconcileConcluded(shelf, problem);
      diary.resourceGone(keyOf('a'));
      diary.reconcileConcluded(shelf, problem);
      assert.equal(events.length, 2);
    });
  });
});
