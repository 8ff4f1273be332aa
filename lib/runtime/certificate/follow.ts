import type { ObjectAddress, StoredObject } from '../../api/index.ts';

/**
 * Watches one object until `signal` aborts, whatever happens to the API server. Reports its first known state and each
 * later one; undefined means that the object doesn't exist.
 */
export type Follow = (
  object: ObjectAddress,
  changed: (state: StoredObject | undefined) => void,
  signal: AbortSignal,
) => Promise<void>;
