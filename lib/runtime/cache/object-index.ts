import type { StoredObject } from '../../api/index.ts';

/**
 * Returns the index values of an object; none if the index leaves it out. Must be pure: it is called again when the object
 * is removed, and must return the same values.
 */
export type IndexFunction = (object: StoredObject) => readonly string[];

/** Objects by the values of an index function. Objects without values cost no memory. */
export class ObjectIndex {
  readonly #valuesOf: IndexFunction;
  /** Most values have one object; a Set for each would cost more memory than the rest of the index. */
  readonly #objects = new Map<string, StoredObject | Set<StoredObject>>();

  constructor(valuesOf: IndexFunction) {
    this.#valuesOf = valuesOf;
  }

  get(value: string): Iterable<StoredObject> {
    const found = this.#objects.get(value);
    if (found === undefined) return [];
    return found instanceof Set ? found : [found];
  }

  add(object: StoredObject): void {
    for (const value of this.#valuesOf(object)) this.#addUnder(value, object);
  }

  /** Replaces an earlier version of an object, which usually has the same values. */
  replace(previous: StoredObject, object: StoredObject): void {
    const values = new Set(this.#valuesOf(object));
    for (const value of this.#valuesOf(previous)) {
      if (values.has(value) && this.#objects.get(value) === previous) this.#objects.set(value, object);
      else this.#removeUnder(value, previous);
    }
    for (const value of values) this.#addUnder(value, object);
  }

  remove(object: StoredObject): void {
    for (const value of this.#valuesOf(object)) this.#removeUnder(value, object);
  }

  #addUnder(value: string, object: StoredObject): void {
    const found = this.#objects.get(value);
    if (found === undefined) this.#objects.set(value, object);
    else if (found instanceof Set) found.add(object);
    else if (found !== object) this.#objects.set(value, new Set([found, object]));
  }

  #removeUnder(value: string, object: StoredObject): void {
    const found = this.#objects.get(value);
    if (found === object) this.#objects.delete(value);
    if (!(found instanceof Set)) return;
    found.delete(object);
    if (found.size === 0) this.#objects.delete(value);
  }
}

/** Indexes objects by the uid of their controller owner. */
export const byController: IndexFunction = ({ metadata }) =>
  metadata.ownerReferences?.filter(({ controller }) => controller === true).map(({ uid }) => uid) ?? [];
