import { apiVersion } from '../../api/index.ts';
import type { ApiRequest } from '../../client/index.ts';
import type { Simulation } from '../scenario/simulation.ts';

/** Sends a write of an object between two changes of another actor that leave it as it was. */
export async function amidChanges(
  simulation: Simulation,
  { call: { kind: named, object } }: ApiRequest,
  forward: () => Promise<unknown>,
): Promise<unknown> {
  if (named === undefined || object === undefined) return await forward();
  const kind = simulation.kindOf({ apiVersion: apiVersion(named), kind: named.kind });
  const annotate = async (note: string | null) => {
    const body = { metadata: { annotations: { 'another-actor.example.com/note': note } } };
    const options = { fieldManager: 'another-actor' };
    await simulation.during(simulation.admin.patch(kind, object, { type: 'merge', body }, options));
  };
  await annotate('read');
  try {
    return await forward();
  } finally {
    await annotate(null);
  }
}
