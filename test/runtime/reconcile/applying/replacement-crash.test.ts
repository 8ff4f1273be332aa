// The process is killed before or after any of the writes that recreate a StatefulSet: the final state is always the
// same.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimKind, requestedStorage } from '../../../../lib/constructs/index.ts';
import { keyOf, pod, podKind } from '../../shelf.ts';
import { claim, statefulSetKind, templateStorage, vaultKey, vaultProps } from '../../vault.ts';
import { type Crash, MortalProcess } from '../mortal-process.ts';
import { ShelfKeeper } from '../shelf-keeper.ts';

/** The final state of storage that grows from 1Gi to 2Gi; the garbage collector works after every reconcile. */
async function outcome(crash?: Crash): Promise<{ readonly state: unknown; readonly writeCount: number }> {
  const props = vaultProps('orphan-and-recreate');
  const keeper = await ShelfKeeper.start(props);
  const { server } = keeper;
  await keeper.fill({ storage: '1Gi' });
  await keeper.pass();
  const first = server.object(statefulSetKind, vaultKey);
  const names = ['a-0', 'a-1'];
  for (const name of names) {
    await server.put(claimKind, claim(`data-${name}`, '1Gi'));
    await server.editStatus(claimKind, keyOf(`data-${name}`), { phase: 'Bound' });
    const owner = { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'a', uid: first?.metadata.uid ?? '' };
    const metadata = { ...keyOf(name), ownerReferences: [{ ...owner, controller: true }] };
    await server.put(podKind, pod(metadata));
  }
  const uids = () => [...server.objects(podKind), ...server.objects(claimKind)].map(({ metadata }) => metadata.uid);
  const before = uids();

  const life = new MortalProcess(crash);
  keeper.restart(props, life.link);
  await keeper.fill({ storage: '2Gi' });
  for (let pass = 1; pass <= 5; pass += 1) {
    await Promise.allSettled([keeper.pass()]);
    await server.collectGarbage();
    await keeper.clock.advance(500);
    const { generation: observedGeneration = 0 } = server.object(statefulSetKind, vaultKey)?.metadata ?? {};
    if (observedGeneration > 0) await server.editStatus(statefulSetKind, vaultKey, { observedGeneration });
    if (life.revive()) keeper.restart(props, life.link);
  }
  const { uid } = server.object(statefulSetKind, vaultKey)?.metadata ?? {};
  const state = {
    isRecreated: uid !== undefined && uid !== first?.metadata.uid,
    template: templateStorage(server.object(statefulSetKind, vaultKey)),
    claims: server.objects(claimKind).map(requestedStorage),
    isAllKept: JSON.stringify(uids()) === JSON.stringify(before),
    status: keeper.shelf?.status,
    finalizers: keeper.shelf?.metadata.finalizers ?? [],
    left: await keeper.callsOfPass(),
  };
  return { state, writeCount: life.writeCount };
}

describe('a growth of storage that is cut off', async () => {
  const undisturbed = await outcome();

  it('the storage of a StatefulSet grows in ten writes without a crash', () => {
    const { status: _, ...state } = undisturbed.state as { status: unknown };
    const kept = { claims: ['2Gi', '2Gi'], isAllKept: true };
    assert.deepEqual(state, { isRecreated: true, template: '2Gi', ...kept, finalizers: [], left: [] });
    // The refused apply, the trial copy, two claims, the hold, the deletion, a status, the new StatefulSet, a status,
    // and the end of the hold.
    assert.equal(undisturbed.writeCount, 10);
  });

  for (let atWrite = 0; atWrite < undisturbed.writeCount; atWrite += 1) {
    for (const when of ['before', 'lost'] as const) {
      it(`the next process completes a growth of storage that was cut off: write ${atWrite}, ${when}`, async () => {
        const { state } = await outcome({ atWrite, when });
        assert.deepEqual(state, undisturbed.state);
      });
    }
  }
});
