// In: changes of one collection. Out: its objects by values of their fields, such as the controller's uid. Read by controllers, quotas
// and the addresses of Services, so that no event costs a pass over all objects.

import type { JsonObject } from '../../../api/index.ts';
import { getOrMake } from '../../../schema/index.ts';
import type { StoredObjects } from './object-storage.ts';

/** The objects of a collection, by any values. */
export class ValueIndex {
  readonly #objects = new Map<string, Map<string, JsonObject>>();
  readonly #values: (object: JsonObject) => readonly string[];

  /** @param values - the values under which an object is found */
  constructor(store: StoredObjects, collection: string, values: (object: JsonObject) => readonly string[]) {
    this.#values = values;
    for (const [key, object] of store.list(collection)) this.#add(key, object);
    store.subscribe(collection, ({ key, object, previous, type }) => {
      if (previous !== undefined) this.#remove(key, previous);
      if (type !== 'DELETED') this.#add(key, object);
    });
  }

  /** Returns the objects with a value, in the order of their keys. */
  at(value: string): readonly JsonObject[] {
    const found = [...(this.#objects.get(value) ?? [])];
    return found.sort(([one], [other]) => (one < other ? -1 : 1)).map(([, object]) => object);
  }

  /** Returns the number of objects with a value. */
  count(value: string): number {
    return this.#objects.get(value)?.size ?? 0;
  }

  #add(key: string, object: JsonObject): void {
    for (const value of this.#values(object)) {
      getOrMake(this.#objects, value, () => new Map<string, JsonObject>()).set(key, object);
    }
  }

  #remove(key: string, object: JsonObject): void {
    for (const value of this.#values(object)) {
      const known = this.#objects.get(value);
      known?.delete(key);
      if (known?.size === 0) this.#objects.delete(value);
    }
  }
}
