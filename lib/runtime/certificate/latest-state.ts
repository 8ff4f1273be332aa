import { compareResourceVersions, type StoredObject } from '../../api/index.ts';

/** The latest state of one object among those that a watch, and the answers to writes, have told of in whatever order. */
export class LatestState {
  #isKnown = false;
  #object: StoredObject | undefined;

  /** Whether anything has been told: if not, nothing is to be concluded from there being no object. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** The object; undefined while there is none. */
  get object(): StoredObject | undefined {
    return this.#object;
  }

  /** Takes what has been told, unless it is older than what is known. */
  see(object: StoredObject | undefined): void {
    this.#isKnown = true;
    if (object !== undefined && this.#object !== undefined && isOlder(object, this.#object)) return;
    this.#object = object;
  }
}

function isOlder(one: StoredObject, other: StoredObject): boolean {
  return compareResourceVersions(one.metadata.resourceVersion, other.metadata.resourceVersion) < 0;
}
