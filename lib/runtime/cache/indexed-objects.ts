import { compareObjectKeys, type ObjectKey, type StoredObject } from '../../api/index.ts';
import { LabelIndex } from './label-index.ts';
import { type IndexFunction, ObjectIndex } from './object-index.ts';
import { ObjectMap } from './object-map.ts';
import type { StoreFilter } from './store.ts';

/** Objects, found by their keys, by their labels and by what index functions say of them. */
export class IndexedObjects {
  readonly #objects = new ObjectMap();
  readonly #indexes = new Map<IndexFunction, ObjectIndex>();
  readonly #labels = new LabelIndex((namespace) => this.#all(namespace));

  get size(): number {
    return this.#objects.size;
  }

  /** All objects, in no order. */
  values(): Iterable<StoredObject> {
    return this.#objects.values();
  }

  get(key: ObjectKey): StoredObject | undefined {
    return this.#objects.get(key);
  }

  /** The objects that match, sorted by namespace and name. Costs what it gives, also by labels. */
  list({ namespace, labels = {} }: StoreFilter = {}): readonly StoredObject[] {
    if (Object.keys(labels).length > 0) return sorted(this.#labels.select(labels, namespace));
    return sorted(this.#all(namespace));
  }

  /**
   * Makes objects be found by their values, those that are there and those to come. Idempotent.
   *
   * @param valuesOf - what the index is asked for by. @param guarded - what is called in its place; never throws.
   */
  addIndex(valuesOf: IndexFunction, guarded: IndexFunction): void {
    if (this.#indexes.has(valuesOf)) return;
    const index = new ObjectIndex(guarded);
    for (const object of this.#objects.values()) index.add(object);
    this.#indexes.set(valuesOf, index);
  }

  /** The objects under one value of an index, sorted likewise; undefined if there is no such index. */
  indexed(valuesOf: IndexFunction, value: string, namespace?: string): readonly StoredObject[] | undefined {
    const index = this.#indexes.get(valuesOf);
    return index && sorted(index.get(value), namespace);
  }

  /** Puts in an object whose key is free. */
  add(object: StoredObject): void {
    this.#objects.set(object);
    for (const index of this.#indexes.values()) index.add(object);
    this.#labels.add(object);
  }

  /** Puts an object in the place of an earlier version of it. */
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
