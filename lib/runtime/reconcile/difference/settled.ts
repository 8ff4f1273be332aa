import type { KubernetesObject, StoredObject } from '../../../api/index.ts';
import { differenceDigest } from './difference-digest.ts';
import { type ShapeOf, shapeOfKind } from './kind-shape.ts';
import type { FieldOwner } from './own-entry.ts';

/** How many objects are remembered. To forget one costs an apply that changes nothing. */
const capacity = 20_000;

/**
 * What applies have taught: differences that no apply mends, because what is rendered comes back in other words, or
 * because admission has the last word.
 *
 * Bounded in size. An object stays settled while the same is rendered, and the differences are the same with the same
 * values as after the apply that has shown them to stay.
 */
export class Settled {
  readonly #owner: FieldOwner;
  readonly #shapeOf: ShapeOf;
  readonly #digests = new Map<string, string>();

  constructor(owner: FieldOwner, shapeOf: ShapeOf = shapeOfKind) {
    this.#owner = owner;
    this.#shapeOf = shapeOf;
  }

  /**
   * Takes the server's answer to an apply of `desired` over `before`.
   *
   * What is left of the differences is there to stay if it was there before, or if there was nothing before. Else another
   * apply may mend it: a map that has lost its last field of ours in an apply is gone, even if it is rendered empty.
   *
   * @returns whether another apply may mend something.
   */
  learn(desired: KubernetesObject, before: StoredObject | undefined, answer: StoredObject): boolean {
    const { uid } = answer.metadata;
    const digest = this.#digest(answer, desired);
    this.#digests.delete(uid);
    if (digest === undefined) return false;
    if (before !== undefined && this.#digest(before, desired) !== digest) return true;
    this.#digests.set(uid, digest);
    const [oldest] = this.#digests.keys();
    if (this.#digests.size > capacity && oldest !== undefined) this.#digests.delete(oldest);
    return false;
  }

  /** Whether applying `desired` is known to leave the differences as they are. */
  has(live: StoredObject, desired: KubernetesObject): boolean {
    const digest = this.#digests.get(live.metadata.uid);
    return digest !== undefined && digest === this.#digest(live, desired);
  }

  #digest(live: StoredObject, desired: KubernetesObject): string | undefined {
    return differenceDigest(live, desired, this.#owner, this.#shapeOf(desired));
  }
}
