import type { StoredObject } from '../../api/index.ts';

/**
 * The values under which an object is found; none if it isn't to be found.
 * Must be pure: when the object goes, the same values are asked for again.
 */
export type IndexFunction = (object: StoredObject) => readonly string[];

/** Objects by what a function says of them. Costs memory for those that are found, and nothing for the others. */
export class ObjectIndex {
  readonly #valuesOf: IndexFunction;
  readonly #objects = new Map<string, Set<StoredObject>>();

  constructor(valuesOf: IndexFunction) {
    this.#valuesOf = valuesOf;
  }

  get(value: string): Iterable<StoredObject> {
    return this.#objects.get(value) ?? [];
  }

  add(object: StoredObject): void {
    for (const value of this.#valuesOf(object)) {
      const found = this.#objects.get(value);
      if (found === undefined) this.#objects.set(value, new Set([object]));
      else found.add(object);
    }
  }

  remove(object: StoredObject): void {
    for (const value of this.#valuesOf(object)) {
      const found = this.#objects.get(value);
      found?.delete(object);
      if (found?.size === 0) this.#objects.delete(value);
    }
  }
}

/** Finds an object by the uid of the owner that controls it. */
export const byController: IndexFunction = ({ metadata }) =>
  metadata.ownerReferences?.filter(({ controller }) => controller === true).map(({ uid }) => uid) ?? [];
