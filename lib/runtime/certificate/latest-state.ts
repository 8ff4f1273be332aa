import { isOlderObject, type ObjectAddress, type StoredObject } from '../../api/index.ts';

/** The latest state of one object. A watch and the responses to writes report states in any order. */
export class LatestState {
  #isKnown = false;
  #object: StoredObject | undefined;

  /** True if any state has been reported; until then, the absence of the object is unknown. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** The object; undefined if it doesn't exist. */
  get object(): StoredObject | undefined {
    return this.#object;
  }

  /** Stores a reported state, unless it is older than the known one. */
  update(object: StoredObject | undefined): void {
    this.#isKnown = true;
    if (object !== undefined && this.#object !== undefined && isOlderObject(object, this.#object)) return;
    this.#object = object;
  }
}

/**
 * Watches one object until `signal` aborts, whatever happens to the API server. Reports its first known state and each
 * later one; undefined means that the object doesn't exist.
 */
export type WatchObject = (
  object: ObjectAddress,
  changed: (state: StoredObject | undefined) => void,
  signal: AbortSignal,
) => Promise<void>;
