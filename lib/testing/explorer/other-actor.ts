// In: a simulation. Out: writes of an actor that is neither the operator nor its user. Called by fault injectors and outside events.

import { apiVersion, type Kind, type ObjectKey } from '../../api/index.ts';
import type { ApiRequest } from '../../client/index.ts';
import type { Simulation } from '../scenario/simulation.ts';

/** The options of the actor's writes. */
export const otherActor = { fieldManager: 'another-actor' };

/** Sets the annotation of the actor on an object. `null` removes it. */
export async function annotate(
  { admin }: Simulation,
  { kind, key }: { readonly kind: Kind; readonly key: ObjectKey },
  note: string | null,
): Promise<void> {
  const body = { metadata: { annotations: { 'another-actor.example.com/note': note } } };
  await admin.patch(kind, key, { type: 'merge', body }, otherActor);
}

/** Sends a write of an object between two changes of the actor that leave it as it was. */
export async function betweenOtherWrites(
  simulation: Simulation,
  { call: { kind: named, object: key } }: ApiRequest,
  forward: () => Promise<unknown>,
): Promise<unknown> {
  if (named === undefined || key === undefined) return await forward();
  const kind = simulation.kindOf({ apiVersion: apiVersion(named), kind: named.kind });
  await simulation.during(annotate(simulation, { kind, key }, 'read'));
  try {
    return await forward();
  } finally {
    await simulation.during(annotate(simulation, { kind, key }, null));
  }
}
