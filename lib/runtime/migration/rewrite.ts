// In: an object as it was listed. Out: its result, either stored in the storage version or refused. Called by
// `migrateDefinition` for each object of a page.

import { type Kind, type ObjectKey, objectKey, type StoredObject } from '../../api/index.ts';
import {
  ApiError,
  type Client,
  isForbidden,
  isOvertaken,
  isUnauthorized,
  objectSelection,
} from '../../client/index.ts';
import type { Clock } from '../../clock/index.ts';
import { withRetries } from './retry.ts';

/** An object that the API server refuses to write again as it is. */
export interface ObjectRefusal {
  readonly object: ObjectKey;
  readonly error: ApiError;
}

/** The dependencies of a rewrite. */
export interface RewritePorts {
  readonly client: Client;
  readonly clock: Clock;
}

/**
 * Makes the API server store an object again, in the storage version.
 *
 * An empty patch is written if the stored bytes are of another version, and only then. It changes neither generation
 * nor managed fields, and goes through admission as any update does. Bound to the listed version, it overwrites
 * nothing: another actor that has written the object meanwhile has stored it again, too.
 *
 * @returns undefined if nothing of the object is stored in an old version any more.
 * @throws ApiError if the API server refuses not the object but the caller.
 */
export async function rewriteObject(
  kind: Kind,
  listed: StoredObject,
  { client, clock }: RewritePorts,
  signal: AbortSignal,
): Promise<ObjectRefusal | undefined> {
  const { resourceVersion } = listed.metadata;
  const key = objectKey(listed);
  const patch = { type: 'merge', body: { metadata: { resourceVersion } } } as const;
  try {
    await withRetries(() => client.patch(kind, key, patch, { signal }), clock, signal);
    return undefined;
  } catch (error) {
    if (!ApiError.is(error) || isCallerError(error)) throw error;
    // A webhook may answer like a server that has another object, or none: so the API server is asked.
    if (isOvertaken(error)) {
      const current = await withRetries(() => client.list(kind, { ...objectSelection(key), signal }), clock, signal);
      if (!current.items.some(({ metadata }) => metadata.resourceVersion === resourceVersion)) return undefined;
    }
    return { object: key, error };
  }
}

/** Returns true for errors that don't depend on the object: every object would get them. */
function isCallerError(error: ApiError): boolean {
  return (
    error.status >= 500 ||
    error.status === 429 ||
    isUnauthorized(error) ||
    (isForbidden(error) && / cannot \S+ resource /.test(error.serverMessage))
  );
}
