import type { Kind, ObjectKey, StoredObject } from '../../api/index.ts';

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
