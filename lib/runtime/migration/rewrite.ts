// An object as it was listed goes in, what became of it comes out: stored in the storage version, or refused.
// Called by `migrateDefinition` for each object of a page.

import { type Kind, type ObjectKey, objectKey, type StoredObject } from '../../api/index.ts';
import {
  ApiError,
  type Client,
  isConflict,
  isForbidden,
  isNotFound,
  isUnauthorized,
  objectSelection,
} from '../../client/index.ts';
import type { Clock } from '../../clock/index.ts';
import { persistently } from './retry.ts';

/** An object that the API server won't write again as it is. */
export interface ObjectRefusal {
  readonly object: ObjectKey;
  readonly error: ApiError;
}

/** What objects are rewritten with. */
export interface RewritePorts {
  readonly client: Client;
  readonly clock: Clock;
}

/**
 * Makes the API server store an object anew, in the storage version.
 *
 * A patch that changes nothing is written all the same if the stored bytes are of another version, and not if they
 * aren't. It touches neither generation nor managed fields, and passes admission as any update does. Bound to the
 * version that was listed, it overwrites nothing: who has written the object meanwhile has stored it anew, too.
 *
 * @returns undefined if nothing of the object is stored in an old version any more.
 * @throws ApiError if it isn't the object that is refused, but the caller.
 */
export async function rewrite(
  kind: Kind,
  listed: StoredObject,
  { client, clock }: RewritePorts,
  signal: AbortSignal,
): Promise<ObjectRefusal | undefined> {
  const { resourceVersion } = listed.metadata;
  const key = objectKey(listed);
  const patch = { type: 'merge', body: { metadata: { resourceVersion } } } as const;
  try {
    await persistently(() => client.patch(kind, key, patch, { signal }), clock, signal);
    return undefined;
  } catch (error) {
    if (!ApiError.is(error) || isOfCaller(error)) throw error;
    // A webhook may refuse in the same words as a server that has another object, or none: the cluster is asked.
    if (isConflict(error) || isNotFound(error)) {
      const current = await persistently(() => client.list(kind, { ...objectSelection(key), signal }), clock, signal);
      if (!current.items.some(({ metadata }) => metadata.resourceVersion === resourceVersion)) return undefined;
    }
    return { object: key, error };
  }
}

/** What no object is to blame for: it would be the same for all. */
function isOfCaller(error: ApiError): boolean {
  return (
    error.status >= 500 ||
    error.status === 429 ||
    isUnauthorized(error) ||
    (isForbidden(error) && / cannot \S+ resource /.test(error.serverMessage))
  );
}
