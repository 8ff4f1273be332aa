import type { KubernetesObject, StoredObject } from '../../../api/index.ts';
import { BoundedMap } from '../../../schema/index.ts';
import type { LiveDifference } from './comparison.ts';
import { differenceDigest } from './difference.ts';

/** Returns the places where a live object isn't as desired. */
export type DifferencesOf<Desired> = (live: StoredObject, desired: Desired) => readonly LiveDifference[];

/** The number of remembered objects. A forgotten one costs a write that changes nothing. */
const capacity = 20_000;

/**
 * The differences that no write fixes, as responses to writes have shown: the server stores the desired value in another
 * form, or admission overrides it.
 *
 * Bounded in size. An object stays remembered while the same is desired, and its differences and their values are those
 * after the write that showed them to stay.
 */
export class PermanentDifferences<Desired = KubernetesObject> {
  readonly #differencesOf: DifferencesOf<Desired>;
  readonly #digests = new BoundedMap<string, string>(capacity);

  constructor(differencesOf: DifferencesOf<Desired>) {
    this.#differencesOf = differencesOf;
  }

  /**
   * Learns from the server's response to a write of `desired` over `before`.
   *
   * A difference that is left is permanent if it was there before, or if nothing before counts: there was no object, or
   * it was replaced as a whole. Otherwise another write may fix it: the server drops a map that loses its last field of
   * ours, even if it is rendered empty.
   *
   * @returns true if another write may fix something.
   */
  learn(desired: Desired, before: StoredObject | undefined, response: StoredObject): boolean {
    const { uid } = response.metadata;
    const digest = differenceDigest(desired, this.#differencesOf(response, desired));
    this.#digests.delete(uid);
    if (digest === undefined) return false;
    const found = before && this.#differencesOf(before, desired);
    if (found !== undefined && differenceDigest(desired, found) !== digest) return true;
    this.#digests.set(uid, digest);
    return false;
  }

  /** Returns true if a write of `desired` is known to leave the differences as they are. @param found - these. */
  has(live: StoredObject, desired: Desired, found: readonly LiveDifference[]): boolean {
    const digest = this.#digests.get(live.metadata.uid);
    return digest !== undefined && digest === differenceDigest(desired, found);
  }
}
