/** A map that keeps the entries last used, up to a number, and forgets all other entries. */
export class RecentMap<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #capacity: number;

  /** @param capacity - 1 or more. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** The value of a key. Counts as a use. */
  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  /** Sets the value of a key. Counts as a use. */
  set(key: string, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#capacity) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      return;
    }
  }
}
