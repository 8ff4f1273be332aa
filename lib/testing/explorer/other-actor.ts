// In: a simulation. Out: writes of an actor that is neither the operator nor its user. Called by fault injectors and outside events.

import { apiVersion, objectTitle } from '../../api/index.ts';
import type { ApiRequest } from '../../client/index.ts';
import type { Simulation } from '../scenario/simulation.ts';

/** The options of the actor's writes. */
export const otherActor = { fieldManager: 'another-actor' };

/** The label or annotation of the actor. */
export const note = { 'another-actor.example.com/note': 'read' };
const finalizer = 'another-actor.example.com/hold';

/**
 * Sends a write of an object after a change of the actor, and takes that change back afterwards. Before the change, the manager has read the
 * object: a write that is bound to its version fails, and any other one must keep the change.
 *
 * @param onLoss - called with the title of an object that has lost the change.
 */
export async function afterOtherWrite(
  simulation: Simulation,
  { call: { kind: named, object: key, verb } }: ApiRequest,
  { forward, onLoss }: { readonly forward: () => Promise<unknown>; readonly onLoss: (title: string) => void },
): Promise<unknown> {
  if (named === undefined || key === undefined) return await forward();
  const kind = simulation.objects.kindOf({ apiVersion: apiVersion(named), kind: named.kind });
  const stored = () => simulation.objects.get(named, key);
  const before = stored();
  if (before === undefined) return await forward();
  const { uid, namespace, name, deletionTimestamp } = before.metadata;
  // An object that is being deleted gets no finalizers any more, and one that is about to be would stay.
  const isHeld = verb !== 'delete' && deletionTimestamp === undefined;
  const apply = async (fields: object) => {
    const metadata = { name, uid, ...(namespace !== undefined && { namespace }), ...fields };
    const manifest = { apiVersion: before.apiVersion, kind: before.kind, metadata };
    await simulation.during(simulation.admin.apply(kind, manifest, { ...otherActor, force: true }));
  };
  await apply({ annotations: note, ...(isHeld && { finalizers: [finalizer] }) });
  try {
    return await forward();
  } finally {
    const after = stored();
    if (after?.metadata.uid === uid) {
      if (isHeld && after.metadata.finalizers?.includes(finalizer) !== true) onLoss(objectTitle(after));
      await apply({});
    }
  }
}
