/** A map whose values are made at first use. Beyond `limit` values the oldest is dropped, and made again if needed. */
export class BoundedMap<Key, Kept> {
  readonly #kept = new Map<Key, Kept>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  has(key: Key): boolean {
    return this.#kept.has(key);
  }

  /** Returns the value of a key. Stores nothing if `make` throws. */
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
