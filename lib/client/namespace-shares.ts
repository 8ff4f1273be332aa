// In: which namespaces have use for one of a few places. Out: the one to have the next. Pure. Used for the connections of a
// client, and by the work queue for the workers of a controller.

/** A quarter of the places is kept from namespaces that hold some already: one tenant's slow answers leave it to the others. */
const reservedPart = 1 / 4;

/**
 * Shares places among namespaces: the one that holds the fewest has the next, and none has those that are kept for namespaces
 * that hold none. As long as only one namespace has been met, it has all. Requests without a namespace, `''`, count for none.
 */
export class NamespaceShares {
  readonly #reservedCount: number;
  readonly #held = new Map<string, number>();
  #first: string | undefined;
  #isShared = false;

  /** @param placeCount - 1 or more; with 1 there is nothing to keep. */
  constructor(placeCount: number) {
    this.#reservedCount = placeCount > 1 ? Math.ceil(placeCount * reservedPart) : 0;
  }

  /** Notes that a namespace has use for places. */
  meet(namespace: string): void {
    this.#first ??= namespace;
    if (namespace !== this.#first) this.#isShared = true;
  }

  /** The namespace among those that wait, in the order of their turns, that has the next of the free places, if any has. */
  next(waiting: Iterable<string>, freeCount: number): string | undefined {
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

  /** A namespace takes a place. */
  take(namespace: string): void {
    if (namespace !== '') this.#held.set(namespace, (this.#held.get(namespace) ?? 0) + 1);
  }

  /** A namespace gives a place back. */
  release(namespace: string): void {
    const count = (this.#held.get(namespace) ?? 0) - 1;
    if (count > 0) this.#held.set(namespace, count);
    else this.#held.delete(namespace);
  }
}
