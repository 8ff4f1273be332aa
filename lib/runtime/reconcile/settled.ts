import { createHash } from 'node:crypto';
import type { KubernetesObject, StoredObject } from '../../api/index.ts';
import { findings } from './difference.ts';
import type { FieldOwner } from './own-entry.ts';

/** How many objects are remembered. To forget one costs an apply that changes nothing. */
const capacity = 100_000;

/**
 * What applies have taught: differences that an apply doesn't mend, because what is rendered comes back in other words,
 * or because admission has the last word.
 *
 * Bounded in size. An object stays settled while the same is rendered and the differences are the same, with the same
 * values, as right after its last apply.
 */
export class Settled {
  readonly #owner: FieldOwner;
  readonly #digests = new Map<string, string>();

  constructor(fieldManager: string) {
    this.#owner = { fieldManager };
  }

  /** Takes the server's answer to an apply of `desired`: the differences that are left are there to stay. */
  learn(answer: StoredObject, desired: KubernetesObject): void {
    const { uid } = answer.metadata;
    const digest = this.#digest(answer, desired);
    this.#digests.delete(uid);
    if (digest === undefined) return;
    this.#digests.set(uid, digest);
    const [oldest] = this.#digests.keys();
    if (this.#digests.size > capacity && oldest !== undefined) this.#digests.delete(oldest);
  }

  /** Whether applying `desired` is known to leave the differences as they are. */
  has(live: StoredObject, desired: KubernetesObject): boolean {
    const digest = this.#digests.get(live.metadata.uid);
    return digest !== undefined && digest === this.#digest(live, desired);
  }

  #digest(live: StoredObject, desired: KubernetesObject): string | undefined {
    const found = findings(live, desired, this.#owner);
    if (found.length === 0) return undefined;
    return createHash('sha256')
      .update(JSON.stringify([desired, found]))
      .digest('base64');
  }
}
