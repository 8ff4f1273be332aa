// A running controller whose resources have volume claims, with its own caches: it notices changes, and acts once.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { claimKind, requestedStorage } from '../../lib/constructs/index.ts';
import { RunningShelfController } from './running-shelf-controller.ts';
import { conditionOf, keyOf, shelfKind } from './shelf.ts';
import { claim, statefulSetKind, templateStorage, vaultKey, vaultProps } from './vault.ts';

describe('a controller that grows claims to the size of their templates', () => {
  let running: RunningShelfController;

  beforeEach(async () => {
    running = await (await RunningShelfController.create(vaultProps('orphan-and-recreate'))).start();
    await fill('1Gi');
    for (const name of ['data-a-0', 'data-a-1']) await running.writesAfter(() => putClaim(name, '1Gi'));
  });

  afterEach(() => running.stop());

  const fill = (storage: string) => running.writesAfter(() => running.put({ storage }));
  const sizes = () => running.server.objects(claimKind).map(requestedStorage);

  async function putClaim(name: string, storage: string): Promise<void> {
    await running.server.put(claimKind, claim(name, storage));
    await running.server.editStatus(claimKind, keyOf(name), { phase: 'Bound' });
  }

  /** Adopts the pods and updates the status, as the controller of StatefulSets does. */
  const adopt = () =>
    running.writesAfter(() =>
      running.server.editStatus(statefulSetKind, vaultKey, { observedGeneration: 1, replicas: 2 }),
    );

  /** Sets the finalizers of the StatefulSet, which delay its end. */
  const finalize = (...finalizers: readonly string[]) =>
    running.writesAfter(() =>
      running.server.edit(statefulSetKind, {
        apiVersion: 'apps/v1',
        kind: 'StatefulSet',
        metadata: { ...vaultKey, finalizers },
      }),
    );

  it('grows claims and recreates the StatefulSet, each with one write', async () => {
    await finalize('example.com/slow');
    const writes = await fill('2Gi');
    assert.deepEqual(
      writes.map((write) => write.replace(/t[0-9a-f]{8}$/, 'copy')),
      [
        'apply statefulsets default/a',
        'create statefulsets default/copy',
        'patch persistentvolumeclaims default/data-a-0',
        'patch persistentvolumeclaims default/data-a-1',
        'patch shelfs default/a',
        'delete statefulsets default/a',
        'patch shelfs/status default/a',
      ],
    );
    assert.deepEqual(running.events, ['a ClaimGrown', 'a ClaimGrown', 'a ChildRecreated']);
    assert.match(conditionOf(running.stored(), 'Progressing') ?? '', /^True Recreating/);
    await running.settle(500);
    assert.deepEqual(await finalize(), ['apply statefulsets default/a', 'patch shelfs/status default/a']);
    assert.equal(templateStorage(running.server.object(statefulSetKind, vaultKey)), '2Gi');
    assert.deepEqual(await adopt(), ['patch shelfs default/a']);
    assert.deepEqual(await running.writesAfter(() => running.settle(3_600_000)), []);
  });

  it('releases a deleted resource once its pods belong to the new StatefulSet', async () => {
    await finalize('example.com/slow');
    await fill('2Gi');
    assert.deepEqual(await running.writesAfter(() => running.server.delete(shelfKind, keyOf('a'))), []);
    assert.deepEqual(await finalize(), ['apply statefulsets default/a']);
    assert.deepEqual(await adopt(), ['patch shelfs default/a']);
    assert.equal(running.stored(), undefined);
  });

  it('grows a new claim that is too small', async () => {
    const writes = await running.writesAfter(() => putClaim('data-a-2', '512Mi'));
    assert.ok(writes.includes('patch persistentvolumeclaims default/data-a-2'));
    assert.deepEqual(sizes(), ['1Gi', '1Gi', '1Gi']);
  });

  it('retries the growth of a claim that a storage class refuses', async () => {
    running.server.allowExpansion(false);
    await fill('2Gi');
    assert.deepEqual(sizes(), ['1Gi', '1Gi']);
    running.server.allowExpansion(true);
    await running.settle(600_000);
    assert.deepEqual(sizes(), ['2Gi', '2Gi']);
  });

  it('the claims of converged resources cost no write after a restart', async () => {
    const { server } = running;
    await running.stop();
    running = await RunningShelfController.create(vaultProps('orphan-and-recreate'), { server });
    assert.deepEqual(await running.writesAfter(() => running.start()), []);
  });
});
