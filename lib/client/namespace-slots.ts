// In: the namespaces that need one of a few slots. Out: the namespace that gets the next one. Pure. Used for the connections of
// a client, and by the work queue for the workers of a controller.

/** A quarter of the slots is reserved for namespaces that hold none: slow responses to one tenant can't occupy these. */
const reservedPart = 1 / 4;

/**
 * Shares slots among namespaces. The namespace with the fewest gets the next one; reserved slots go only to namespaces
 * that hold none. A namespace gets all slots while no other has appeared. Requests without a namespace, `''`, are not
 * counted.
 */
export class NamespaceSlots {
  readonly #reservedCount: number;
  readonly #held = new Map<string, number>();
  #first: string | undefined;
  #isShared = false;

  /** @param slotCount - 1 or more; with 1 no slot is reserved. */
  constructor(slotCount: number) {
    this.#reservedCount = slotCount > 1 ? Math.ceil(slotCount * reservedPart) : 0;
  }

  /** Records that a namespace needs slots. */
  recordNeed(namespace: string): void {
    this.#first ??= namespace;
    if (namespace !== this.#first) this.#isShared = true;
  }

  /**
   * Returns the waiting namespace that gets the next free slot, if any does.
   *
   * @param waiting - in the order of their turns.
   */
  nextNamespace(waiting: Iterable<string>, freeCount: number): string | undefined {
    let next: string | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    if (freeCount <= 0) return undefined;
    for (const namespace of waiting) {
      const count = this.#held.get(namespace) ?? 0;
      if (count === 0) return namespace;
      const isKept = this.#isShared && freeCount <= this.#reservedCount;
      if (isKept || count >= fewest) continue;
      next = namespace;
      fewest = count;
    }
    return next;
  }

  /** Counts a slot that a namespace acquires. */
  take(namespace: string): void {
    if (namespace !== '') this.#held.set(namespace, (this.#held.get(namespace) ?? 0) + 1);
  }

  /** Counts a slot that a namespace releases. */
  release(namespace: string): void {
    const count = (this.#held.get(namespace) ?? 0) - 1;
    if (count > 0) this.#held.set(namespace, count);
    else this.#held.delete(namespace);
  }
}
