// In: a child that seems to be absent. Out: the child, created, or the object that has its name. Called by the
// reconcile for a child that isn't observed, and before a resource is released whose StatefulSet is recreated around
// its pods.
//
// A server-side apply without force merges into an object of another actor if no fields clash, and adds an owner
// reference. Withdrawing afterwards isn't enough: the process may end in between, and the resource be deleted.

import { objectKey, type StoredObject, withVersionOfNone } from '../../../api/index.ts';
import { isConflict, objectSelection } from '../../../client/index.ts';
import type { Child } from '../../../render/index.ts';
import type { ReconcileRun } from '../reconcile-run.ts';

/**
 * The delay of the next reconcile after one that met an object which the cache doesn't show: no watch may report its
 * end.
 */
export const uncachedRetryMs = 60_000;

/**
 * Creates a child by a server-side apply that changes no existing object.
 *
 * @returns the response; undefined if an object of the child's name exists, which `live` shows from then on.
 * @throws the conflict if that object has gone before it is read, and what the client throws.
 */
export async function createChild(
  { kind, key, object }: Child,
  { client, live, resource, scope, signal }: ReconcileRun,
): Promise<StoredObject | undefined> {
  const options = { fieldManager: scope.fieldManager, force: false, signal };
  try {
    const response = await client.apply(kind, withVersionOfNone(object), options);
    live.noteWrite(response);
    scope.journal.objectWritten(objectKey(resource), response);
    return response;
  } catch (error) {
    if (!isConflict(error)) throw error;
    // The account may list the kind, and perhaps not read single objects.
    const { items } = await client.list(kind, { ...objectSelection(key), signal });
    const [present] = items;
    if (present === undefined) throw error;
    live.addUncached(present);
    return undefined;
  }
}
