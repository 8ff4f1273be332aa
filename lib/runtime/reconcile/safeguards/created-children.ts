// In: the children that reconciles create. Out: those that were created for the same cached state of their resource
// before. Called by a reconcile before it creates a child.

import { formatObjectAddress, type ObjectAddress, type StoredObject } from '../../../api/index.ts';

/** The children that were created for each cached state of a resource, until the cache has another state. */
export class CreatedChildren {
  readonly #addresses = new WeakMap<StoredObject, Set<string>>();

  has(resource: StoredObject, child: ObjectAddress): boolean {
    return this.#addresses.get(resource)?.has(formatObjectAddress(child)) === true;
  }

  add(resource: StoredObject, child: ObjectAddress): void {
    const known = this.#addresses.get(resource) ?? new Set();
    this.#addresses.set(resource, known.add(formatObjectAddress(child)));
  }
}
