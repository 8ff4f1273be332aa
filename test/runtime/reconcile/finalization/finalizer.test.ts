import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { StoredObject } from '../../../../lib/api/index.ts';
import { isConflict } from '../../../../lib/client/index.ts';
import { controllerScope } from '../../../../lib/runtime/reconcile/controller-scope.ts';
import { finalizerName, hasFinalizer } from '../../../../lib/runtime/reconcile/finalization/finalizer.ts';
import { ObservedCluster } from '../../observed-cluster.ts';
import { keyOf, shelf, shelfController, shelfKind } from '../../shelf.ts';
import { shelfRun, stepPorts } from '../shelf-run.ts';

const finalizer = 'shelf.example.com/finalizer';

describe('the finalizer', () => {
  let server: ObservedCluster;

  beforeEach(async () => {
    server = await ObservedCluster.start();
  });

  async function stored(...finalizers: readonly string[]): Promise<StoredObject> {
    return server.put(shelfKind, { ...shelf('a', {}), metadata: { ...keyOf('a'), finalizers } });
  }

  async function write(resource: StoredObject, change: 'add' | 'remove'): Promise<StoredObject> {
    const run = shelfRun(controllerScope(shelfController(), stepPorts(server)), resource);
    await run.writeFinalizer(change, finalizer);
    return run.resource;
  }

  it('the finalizer has the name of the kind', () => {
    assert.equal(finalizerName(shelfKind), finalizer);
  });

  it('the finalizer is added beside other finalizers, and removed alone', async () => {
    const answer = await write(await stored('example.com/other'), 'add');
    assert.deepEqual(answer.metadata.finalizers, ['example.com/other', finalizer]);
    assert.equal(hasFinalizer(answer, finalizer), true);
    const without = await write(answer, 'remove');
    assert.deepEqual(without.metadata.finalizers, ['example.com/other']);
    assert.equal(hasFinalizer(without, finalizer), false);
  });

  it('the finalizer is added once', async () => {
    const answer = await write(await stored(finalizer), 'add');
    assert.deepEqual(answer.metadata.finalizers, [finalizer]);
  });

  it('the finalizer isn’t written to a resource that has changed since it was read', async () => {
    const before = await stored('example.com/other');
    await stored('example.com/other', 'example.com/another');
    await assert.rejects(write(before, 'add'), isConflict);
    assert.deepEqual(server.object(shelfKind, keyOf('a'))?.metadata.finalizers, [
      'example.com/other',
      'example.com/another',
    ]);
  });
});
