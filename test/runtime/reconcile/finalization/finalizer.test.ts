import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { StoredObject } from '../../../../lib/api/index.ts';
import { isConflict } from '../../../../lib/client/index.ts';
import {
  finalizerName,
  hasFinalizer,
  writeFinalizer,
} from '../../../../lib/runtime/reconcile/finalization/finalizer.ts';
import { ObjectServer } from '../../object-server.ts';
import { keyOf, shelf, shelfKind } from '../../shelf.ts';
import { Diary } from '../shelf-keeper.ts';

const finalizer = 'shelf.example.com/finalizer';

describe('the finalizer', () => {
  let server: ObjectServer;

  beforeEach(() => {
    server = new ObjectServer();
  });

  function stored(...finalizers: readonly string[]): StoredObject {
    return server.put(shelfKind, { ...shelf('a', {}), metadata: { ...keyOf('a'), finalizers } });
  }

  async function write(resource: StoredObject, change: 'add' | 'remove'): Promise<StoredObject> {
    const scope = { controller: { kind: shelfKind }, journal: new Diary() };
    const run = { resource, client: server.client(), scope, signal: new AbortController().signal };
    await writeFinalizer(run, change, finalizer);
    return run.resource;
  }

  it('is named after the kind', () => {
    assert.equal(finalizerName(shelfKind), finalizer);
  });

  it('is added beside other finalizers, and removed alone', async () => {
    const answer = await write(stored('other'), 'add');
    assert.deepEqual(answer.metadata.finalizers, ['other', finalizer]);
    assert.equal(hasFinalizer(answer, finalizer), true);
    const without = await write(answer, 'remove');
    assert.deepEqual(without.metadata.finalizers, ['other']);
    assert.equal(hasFinalizer(without, finalizer), false);
  });

  it('is added once', async () => {
    const answer = await write(stored(finalizer), 'add');
    assert.deepEqual(answer.metadata.finalizers, [finalizer]);
  });

  it('isn’t written to a resource that has changed since', async () => {
    const before = stored('other');
    stored('other', 'another');
    await assert.rejects(write(before, 'add'), isConflict);
    assert.deepEqual(server.object(shelfKind, keyOf('a'))?.metadata.finalizers, ['other', 'another']);
  });
});
