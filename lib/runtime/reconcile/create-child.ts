// In: a child that seems to be absent. Out: the child, created, or the object that has its name. Called by the pass before
// anything is known of the child, and before a resource is let go around whose pods a StatefulSet is made anew.
//
// A server-side apply without force merges into an object of another actor wherever no fields clash, and takes it over with
// an owner reference. To withdraw afterwards isn't enough: the process may end in between, and the resource be deleted.

import type { StoredObject } from '../../api/index.ts';
import { type Client, isConflict, objectSelection } from '../../client/index.ts';
import type { Child } from '../../render/index.ts';
import type { LiveObjects } from './live.ts';

/** What creating a child needs. */
export interface CreationContext {
  readonly client: Pick<Client, 'apply' | 'list'>;
  readonly fieldManager: string;
  readonly live: LiveObjects;
  readonly signal: AbortSignal;
}

/**
 * A resource version that no object has, since etcd begins with it before it stores anything. The API server creates an
 * object under it, because there is no version to compare it with, and refuses to change one that is there.
 *
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions
 */
const versionOfNone = '1';

/** After what time a pass goes again that went by an object which the cache doesn't show: no watch may report its end. */
export const uncachedRetryMs = 60_000;

/**
 * Creates a child by a server-side apply that changes no object that is there.
 *
 * @returns the answer; undefined if there is an object of the child's name, which `live` shows from then on.
 * @throws the conflict if that object has gone by the time it is read, and what the client throws.
 */
export async function createChild(
  { kind, key, object }: Child,
  { client, fieldManager, live, signal }: CreationContext,
): Promise<StoredObject | undefined> {
  const absent = { ...object, metadata: { ...object.metadata, resourceVersion: versionOfNone } };
  try {
    const answer = await client.apply(kind, absent, { fieldManager, force: false, signal });
    live.note(answer);
    return answer;
  } catch (error) {
    if (!isConflict(error)) throw error;
    // The account may list the kind, and perhaps not read single objects.
    const { items } = await client.list(kind, { ...objectSelection(key), signal });
    const [present] = items;
    if (present === undefined) throw error;
    live.find(present);
    return undefined;
  }
}
