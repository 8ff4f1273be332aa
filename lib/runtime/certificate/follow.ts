import type { Kind, ObjectKey, StoredObject } from '../../api/index.ts';
import type { Selection } from '../../client/index.ts';

/** One object, named. */
export interface NamedObject {
  readonly kind: Kind;
  readonly key: ObjectKey;
}

/**
 * Follows one object until `signal` aborts, whatever happens to the API server: tells its state as soon as it is known,
 * and each later one; undefined says that there is none.
 */
export type Follow = (
  object: NamedObject,
  changed: (state: StoredObject | undefined) => void,
  signal: AbortSignal,
) => Promise<void>;

/** What selects one object from the others of its kind, so that the right to see it by name is enough. */
export function selectionOf({ namespace, name }: ObjectKey): Selection {
  return { namespace, fieldSelector: `metadata.name=${name}` };
}
