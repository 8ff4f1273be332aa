import type { KubernetesObject, StoredObject } from '../../../api/index.ts';

/** What is desired of an object, and how it differs from that, as short text; undefined if it doesn't. */
export type DigestOf<Desired> = (live: StoredObject, desired: Desired) => string | undefined;

/** How many objects are remembered. To forget one costs a write that changes nothing. */
const capacity = 20_000;

/**
 * What writes have taught: differences that no write mends, because what is desired comes back in other words, or
 * because admission has the last word.
 *
 * Bounded in size. An object stays settled while the same is desired, and the differences are the same with the same
 * values as after the write that has shown them to stay.
 */
export class Settled<Desired = KubernetesObject> {
  readonly #digestOf: DigestOf<Desired>;
  readonly #digests = new Map<string, string>();

  constructor(digestOf: DigestOf<Desired>) {
    this.#digestOf = digestOf;
  }

  /**
   * Takes the server's answer to a write of `desired` over `before`.
   *
   * What is left of the differences is there to stay if it was there before, or if nothing that was before has a say:
   * there was no object, or it was replaced as a whole. Else another write may mend it: a map that has lost its last field
   * of ours in an apply is gone, even if it is rendered empty.
   *
   * @returns whether another write may mend something.
   */
  learn(desired: Desired, before: StoredObject | undefined, answer: StoredObject): boolean {
    const { uid } = answer.metadata;
    const digest = this.#digestOf(answer, desired);
    this.#digests.delete(uid);
    if (digest === undefined) return false;
    if (before !== undefined && this.#digestOf(before, desired) !== digest) return true;
    this.#digests.set(uid, digest);
    const [oldest] = this.#digests.keys();
    if (this.#digests.size > capacity && oldest !== undefined) this.#digests.delete(oldest);
    return false;
  }

  /** Whether a write of `desired` is known to leave the differences as they are. */
  has(live: StoredObject, desired: Desired): boolean {
    const digest = this.#digests.get(live.metadata.uid);
    return digest !== undefined && digest === this.#digestOf(live, desired);
  }
}
