import { formatObjectAddress, groupVersionKind, objectKey, type StoredObject } from '../../api/index.ts';
import type { Child } from '../../render/index.ts';
import { getOrMake } from '../../schema/index.ts';

/**
 * The resources whose children have the names of objects of other owners. Nothing links such an object to the resource
 * that waits for its name, so its deletion would otherwise go unnoticed.
 */
export class ChildConflicts {
  /** `kind.group name` → the keys of the resources that wait for it. */
  readonly #waiting = new Map<string, Set<string>>();
  /** Key of a resource → the addresses that it waits for. */
  readonly #addresses = new Map<string, readonly string[]>();

  /** The number of resources that wait. */
  get size(): number {
    return this.#addresses.size;
  }

  /** Replaces the children of a resource whose names are taken. */
  set(resource: string, children: readonly Child[]): void {
    for (const address of this.#addresses.get(resource) ?? []) this.#removeWaiting(resource, address);
    const addresses = children.map(formatObjectAddress);
    if (addresses.length === 0) this.#addresses.delete(resource);
    else this.#addresses.set(resource, addresses);
    for (const address of addresses) getOrMake(this.#waiting, address, () => new Set()).add(resource);
  }

  /** The keys of the resources that wait for the name of this object. */
  resourcesWaitingFor(object: StoredObject): readonly string[] {
    // Called at every change, while resources rarely wait.
    if (this.#waiting.size === 0) return [];
    const address = formatObjectAddress({ kind: groupVersionKind(object), key: objectKey(object) });
    const waiting = this.#waiting.get(address);
    return waiting === undefined ? [] : [...waiting];
  }

  #removeWaiting(resource: string, address: string): void {
    const waiting = this.#waiting.get(address);
    waiting?.delete(resource);
    if (waiting?.size === 0) this.#waiting.delete(address);
  }
}
