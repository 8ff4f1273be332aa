import { compareObjectKeys, type ObjectKey, type StoredObject } from '../../api/index.ts';
import { LabelIndex } from './label-index.ts';
import { type IndexFunction, ObjectIndex } from './object-index.ts';
import { ObjectMap } from './object-map.ts';
import type { StoreFilter } from './store.ts';

/** Objects, found by key, by labels and by index functions. */
export class IndexedObjects {
  readonly #objects = new ObjectMap();
  readonly #indexes = new Map<IndexFunction, ObjectIndex>();
  readonly #labels = new LabelIndex((namespace) => this.#all(namespace));

  get size(): number {
    return this.#objects.size;
  }

  /** All objects, in any order. */
  values(): Iterable<StoredObject> {
    return this.#objects.values();
  }

  get(key: ObjectKey): StoredObject | undefined {
    return this.#objects.get(key);
  }

  /** Returns the matching objects, sorted by namespace and name. Costs no more than the result, also with labels. */
  list({ namespace, labels = {} }: StoreFilter = {}): readonly StoredObject[] {
    if (Object.keys(labels).length > 0) return sorted(this.#labels.select(labels, namespace));
    return sorted(this.#all(namespace));
  }

  /**
   * Adds an index over present and future objects. Idempotent.
   *
   * @param valuesOf - the function that identifies the index. @param guarded - the function that is called instead; never
   * throws.
   */
  addIndex(valuesOf: IndexFunction, guarded: IndexFunction): void {
    if (this.#indexes.has(valuesOf)) return;
    const index = new ObjectIndex(guarded);
    for (const object of this.#objects.values()) index.add(object);
    this.#indexes.set(valuesOf, index);
  }

  /**
   * Returns the objects under one value of an index, sorted by namespace and name; undefined if there is no such index.
   */
  indexed(valuesOf: IndexFunction, value: string, namespace?: string): readonly StoredObject[] | undefined {
    const index = this.#indexes.get(valuesOf);
    return index && sorted(index.get(value), namespace);
  }

  /** Adds an object whose key is free. */
  add(object: StoredObject): void {
    this.#objects.set(object);
    for (const index of this.#indexes.values()) index.add(object);
    this.#labels.add(object);
  }

  /** Replaces an earlier version of an object. */
  replace(previous: StoredObject, object: StoredObject): void {
    this.#objects.set(object);
    for (const index of this.#indexes.values()) index.replace(previous, object);
    this.#labels.replace(previous, object);
  }

  remove(object: StoredObject): void {
    this.#objects.delete(object.metadata);
    for (const index of this.#indexes.values()) index.remove(object);
    this.#labels.remove(object);
  }

  #all(namespace: string | undefined): Iterable<StoredObject> {
    return namespace === undefined ? this.#objects.values() : this.#objects.inNamespace(namespace);
  }
}

function sorted(objects: Iterable<StoredObject>, namespace?: string): readonly StoredObject[] {
  const found =
    namespace === undefined ? [...objects] : [...objects].filter(({ metadata }) => metadata.namespace === namespace);
  return found.sort((one, other) => compareObjectKeys(one.metadata, other.metadata));
}
