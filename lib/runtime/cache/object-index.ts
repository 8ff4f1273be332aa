import type { StoredObject } from '../../api/index.ts';

/**
 * The values under which an object is found; none if it isn't to be found.
 * Must be pure: when the object goes, the same values are asked for again.
 */
export type IndexFunction = (object: StoredObject) => readonly string[];

/** Objects by what a function says of them. Costs memory for those that are found, and nothing for the others. */
export class ObjectIndex {
  readonly #valuesOf: IndexFunction;
  /** Most values find one object, for which a set of its own would cost more than the rest. */
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
    for (const value of this.#valuesOf(object)) this.#enter(value, object);
  }

  /** Puts an object in the place of an earlier version of it, of which most are found under the same values. */
  replace(previous: StoredObject, object: StoredObject): void {
    const values = new Set(this.#valuesOf(object));
    for (const value of this.#valuesOf(previous)) {
      if (values.has(value) && this.#objects.get(value) === previous) this.#objects.set(value, object);
      else this.#strike(value, previous);
    }
    for (const value of values) this.#enter(value, object);
  }

  remove(object: StoredObject): void {
    for (const value of this.#valuesOf(object)) this.#strike(value, object);
  }

  #enter(value: string, object: StoredObject): void {
    const found = this.#objects.get(value);
    if (found === undefined) this.#objects.set(value, object);
    else if (found instanceof Set) found.add(object);
    else if (found !== object) this.#objects.set(value, new Set([found, object]));
  }

  #strike(value: string, object: StoredObject): void {
    const found = this.#objects.get(value);
    if (found === object) this.#objects.delete(value);
    if (!(found instanceof Set)) return;
    found.delete(object);
    if (found.size === 0) this.#objects.delete(value);
  }
}

/** Finds an object by the uid of the owner that controls it. */
export const byController: IndexFunction = ({ metadata }) =>
  metadata.ownerReferences?.filter(({ controller }) => controller === true).map(({ uid }) => uid) ?? [];
