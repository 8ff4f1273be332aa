// In: the children as rendered, and the objects that the cache knows to be the resource's. Out: the surplus is deleted.
// Called by the pass, after everything that is rendered has been applied.

import {
  formatGroupKind,
  formatObjectKey,
  isProtectedKind,
  type Kind,
  type ObjectKey,
  objectKey,
  type StoredObject,
} from '../../api/index.ts';
import { type Client, isNotFound, isReplaced } from '../../client/index.ts';
import type { Child } from '../../render/index.ts';
import type { Observation } from './observation.ts';

/** What pruning the children of one resource needs. */
export interface PruneContext {
  readonly client: Client;
  readonly cache: Observation;
  readonly owns: readonly Kind[];
  readonly ownerUid: string;
  /** Told of every deletion. */
  readonly onDelete: (child: StoredObject) => void;
  readonly signal: AbortSignal;
}

/**
 * Deletes the objects that the resource controls and that are no longer rendered.
 *
 * Protected kinds stay. So does an object that has replaced the one observed under its name in the meantime,
 * and one that is rendered in another version of its kind.
 */
export async function pruneChildren(children: readonly Child[], context: PruneContext): Promise<void> {
  const { cache, owns, ownerUid } = context;
  const rendered = new Set(children.map(({ kind, key }) => identity(kind, key)));
  for (const kind of owns) {
    if (isProtectedKind(kind)) continue;
    for (const object of cache.ownedBy(kind, ownerUid)) {
      const isGoing = object.metadata.deletionTimestamp !== undefined;
      if (!isGoing && !rendered.has(identity(kind, objectKey(object)))) await pruneChild(kind, object, context);
    }
  }
}

async function pruneChild(kind: Kind, object: StoredObject, { client, onDelete, signal }: PruneContext): Promise<void> {
  const { uid } = object.metadata;
  try {
    await client.delete(kind, objectKey(object), { uid, propagationPolicy: 'Background', signal });
    onDelete(object);
  } catch (error) {
    // Gone already is what was wanted.
    if (!isNotFound(error) && !isReplaced(error)) throw error;
  }
}

function identity(kind: Kind, key: ObjectKey): string {
  return `${formatGroupKind(kind)} ${formatObjectKey(key)}`;
}
