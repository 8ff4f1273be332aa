import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { StoredObject } from '../../../lib/api/index.ts';
import { claimKind } from '../../../lib/constructs/index.ts';
import { PartitionedStore, StoreWriter } from '../../../lib/runtime/cache/index.ts';
import { ControllerCache } from '../../../lib/runtime/controller/controller-cache.ts';
import { journal } from '../../../lib/runtime/controller/journal.ts';
import { NameClaims } from '../../../lib/runtime/controller/name-claims.ts';
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
  let claims: NameClaims;
  let events: string[];
  let noted: string[];
  let logger: RecordingLogger;
  let diary: Journal;

  beforeEach(() => {
    claims = new NameClaims();
    events = [];
    noted = [];
    logger = new RecordingLogger();
    const cache = new ControllerCache({ valuesOf: () => [], valuesFor: () => [], isReferrer: () => false });
    for (const kind of [configMapKind, claimKind]) {
      const store = new PartitionedStore(kind, undefined, () => new StoreWriter({ kind, logger: silentLogger }));
      cache.add({ kind }, store, []);
    }
    diary = journal({
      cache,
      claims,
      logger,
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

  const conflict = (name: string) => ({ child: renderedBox(shelf, name, '1'), message: `${name} is taken` });

  it('has writes waited for, of kinds that a cache holds', () => {
    diary.written(keyOf('a'), storedObject('x', 5));
    diary.written(keyOf('a'), shelf);
    assert.deepEqual(noted, ['default/a wrote x']);
  });

  it('has deletions waited for, and tells people of them', () => {
    diary.pruned(shelf, storedObject('x', 5));
    assert.deepEqual(noted, ['default/a deleted x']);
    assert.deepEqual(events, ['a: Normal ChildPruned deleted ConfigMap default/x, which is no longer rendered']);
  });

  it('tells people what has been adopted, and which fields others own', () => {
    diary.adopted(shelf, storedObject('x', 5));
    diary.contested(shelf, { child: renderedBox(shelf, 'y', '1'), message: 'ConfigMap default/y: data.content' });
    assert.deepEqual(events, [
      'a: Normal ChildAdopted took over ConfigMap default/x, which nobody controlled',
      'a: Warning FieldConflict ConfigMap default/y: data.content',
    ]);
  });

  it('has the deletion of a child waited for that is made anew, and tells people of it', () => {
    diary.recreated(shelf, storedObject('x', 5));
    assert.deepEqual(noted, ['default/a deleted x']);
    assert.deepEqual(events, [
      "a: Normal ChildRecreated deleted ConfigMap default/x, which can't be changed as wanted, to make it anew",
    ]);
  });

  it('has a claim that grows waited for, and tells people of it', () => {
    const grown: StoredObject = {
      ...storedObject('x', 5),
      ...claim('data-a-0', '2Gi'),
      metadata: storedObject('data-a-0', 5).metadata,
    };
    diary.grown(shelf, grown);
    assert.deepEqual(noted, ['default/a wrote data-a-0']);
    assert.deepEqual(events, ['a: Normal ClaimGrown asked for 2Gi in PersistentVolumeClaim default/data-a-0']);
  });

  it('tells people once that a name is taken, and again when it is taken again', () => {
    diary.blocked(shelf, [conflict('x')]);
    diary.blocked(shelf, [conflict('x'), conflict('y')]);
    assert.deepEqual(events, ['a: Warning ChildConflict x is taken', 'a: Warning ChildConflict y is taken']);
    assert.deepEqual(claims.of(storedObject('x', 1)), ['default/a']);
    diary.blocked(shelf, []);
    assert.equal(claims.size, 0);
    diary.blocked(shelf, [conflict('x')]);
    assert.equal(events.length, 3);
  });

  it('forgets what a resource waits for when it is gone', () => {
    diary.blocked(shelf, [conflict('x')]);
    diary.gone(keyOf('a'));
    assert.equal(claims.size, 0);
  });

  it('warns of a failure that could not be reported, unless it is for another replica to report', () => {
    diary.unreported(shelf, new Error('away'));
    diary.unreported(shelf, new NotLeaderError('another leads'));
    assert.deepEqual(
      logger.lines.map(({ level }) => level),
      ['warn', 'debug'],
    );
  });
});
