// In: the children as rendered, and the objects that the cache knows to be the resource's. Out: the surplus is deleted.
// Called by the pass, after everything that is rendered has been applied.

import { isNotFound, type Client } from '../../client/index.ts';
import { formatObjectKey, type Kind, objectKey, type StoredObject } from '../../api/index.ts';
import type { Child } from '../../render/index.ts';
import type { Observation } from './observation.ts';

/** What pruning the children of one resource needs. */
export interface PruneContext {
  readonly client: Client;
  readonly cache: Observation;
  readonly owns: readonly Kind[];
  readonly ownerUid: string;
  readonly onDelete: (child: StoredObject) => void;
  readonly signal: AbortSignal;
}

/** Kinds that hold data: never deleted because a render left them out. */
const protectedKinds: ReadonlySet<string> = new Set(['PersistentVolumeClaim.', 'PersistentVolume.']);

/**
 * Deletes the objects that the resource controls and that are no longer rendered.
 * Volume claims stay. An object that was replaced by another of its name in the meantime stays, too.
 */
export async function pruneChildren(children: readonly Child[], context: PruneContext): Promise<void> {
  const { client, cache, owns, ownerUid, onDelete, signal } = context;
  for (const kind of owns) {
    if (protectedKinds.has(`${kind.kind}.${kind.group}`)) continue;
    const rendered = new Set(children.filter((child) => child.kind === kind).map(({ key }) => formatObjectKey(key)));
    for (const object of cache.ownedBy(kind, ownerUid)) {
      const key = objectKey(object);
      if (rendered.has(formatObjectKey(key)) || object.metadata.deletionTimestamp !== undefined) continue;
      try {
        await client.delete(kind, key, { uid: object.metadata.uid, propagationPolicy: 'Background', signal });
      } catch (error) {
        // Gone already is what was wanted.
        if (!isNotFound(error)) throw error;
      }
      onDelete(object);
    }
  }
}
