import type { ObjectKey, StoredObject } from '../../api/index.ts';

/** Objects by namespace and name. Objects of a cluster-scoped kind have no namespace. */
export class ObjectMap {
  readonly #namespaces = new Map<string | undefined, Map<string, StoredObject>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get({ namespace, name }: ObjectKey): StoredObject | undefined {
    return this.#namespaces.get(namespace)?.get(name);
  }

  /** Adds an object, or replaces the one with its key. */
  set(object: StoredObject): void {
    const { namespace, name } = object.metadata;
    const before = this.#namespaces.get(namespace);
    const objects = before ?? new Map<string, StoredObject>();
    if (before === undefined) this.#namespaces.set(namespace, objects);
    if (!objects.has(name)) this.#size++;
    objects.set(name, object);
  }

  delete({ namespace, name }: ObjectKey): void {
    const objects = this.#namespaces.get(namespace);
    if (objects?.delete(name) !== true) return;
    this.#size--;
    if (objects.size === 0) this.#namespaces.delete(namespace);
  }

  /** All objects, in any order. */
  *values(): Iterable<StoredObject> {
    for (const objects of this.#namespaces.values()) yield* objects.values();
  }

  /** The objects of one namespace, in any order. */
  inNamespace(namespace: string): Iterable<StoredObject> {
    return this.#namespaces.get(namespace)?.values() ?? [];
  }
}
