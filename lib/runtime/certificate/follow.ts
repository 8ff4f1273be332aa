import type { ObjectAddress, StoredObject } from '../../api/index.ts';

/**
 * Follows one object until `signal` aborts, whatever happens to the API server: tells its state as soon as it is known,
 * and each later one; undefined says that there is none.
 */
export type Follow = (
  object: ObjectAddress,
  changed: (state: StoredObject | undefined) => void,
  signal: AbortSignal,
) => Promise<void>;
