/** A map of at most `limit` entries. Beyond these, it drops the entry that was set first. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #limit: number;

  /** @param limit - 1 or more. */
  constructor(limit: number) {
    super();
    this.#limit = limit;
  }

  /** Sets the value of a key, which is then the last to be dropped. */
  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    const [oldest] = this.size > this.#limit ? this.keys() : [];
    if (oldest !== undefined) this.delete(oldest);
    return this;
  }
}

/** A map that {@link getOrMake} fills, such as a WeakMap. */
interface FilledMap<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** Returns the value of a key, made at first use. Stores nothing if `make` throws. */
export function getOrMake<Key, Value>(map: FilledMap<Key, Value>, key: Key, make: () => Value): Value {
  const before = map.get(key);
  if (before !== undefined) return before;
  const made = make();
  map.set(key, made);
  return made;
}
