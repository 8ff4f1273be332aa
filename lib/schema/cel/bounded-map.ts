/** A map of what is made at first use, of which the oldest is made again when more than `limit` are kept. */
export class BoundedMap<Key, Kept> {
  readonly #kept = new Map<Key, Kept>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  has(key: Key): boolean {
    return this.#kept.has(key);
  }

  /** What is kept under a key. Nothing is kept if `make` throws. */
  get(key: Key, make: () => Kept): Kept {
    const before = this.#kept.get(key);
    if (before !== undefined) return before;
    const made = make();
    this.#kept.set(key, made);
    const [oldest] = this.#kept.size > this.#limit ? this.#kept.keys() : [];
    if (oldest !== undefined) this.#kept.delete(oldest);
    return made;
  }
}
