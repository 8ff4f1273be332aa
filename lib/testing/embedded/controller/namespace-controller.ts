// In: namespaces whose deletion has begun. Out: the deletion of their objects, then of the namespaces. Started by the embedded
// cluster.

import { isDeleting, metadataText } from '../../../built-in/index.ts';
import { fieldsAt, getOrMake } from '../../../schema/index.ts';
import { namespaces, pods } from '../collection.ts';
import { controllerRequester } from '../request.ts';
import type { ServerState } from '../server-state.ts';
import type { StoredChange } from '../store/object-storage.ts';
import { removalOptions } from '../write/deletion-options.ts';
import { deleteObject } from '../write/object-delete.ts';
import { isRemovable } from '../write/object-write.ts';
import type { ControllerQueue } from './controller-queue.ts';

const requester = controllerRequester('namespace-controller');
interface Place {
  readonly collection: string;
  readonly key: string;
}

/** Empties namespaces that are deleted, in the turn of the clock after the deletion. */
export class NamespaceController {
  readonly #state: ServerState;
  readonly #queue: ControllerQueue;
  /** Namespace → collection and key → each of its objects. */
  readonly #content = new Map<string, Map<string, Place>>();

  constructor(state: ServerState, queue: ControllerQueue) {
    this.#state = state;
    this.#queue = queue;
    state.store.subscribe(namespaces, ({ key }) => this.#emptySoon(key));
    state.store.subscribeAll((change) => this.#changed(change));
  }

  #changed({ type, collection, key, object }: StoredChange): void {
    const namespace = metadataText(object, 'namespace');
    if (namespace === '') return;
    const content = getOrMake(this.#content, namespace, () => new Map<string, Place>());
    if (type === 'DELETED') content.delete(`${collection} ${key}`);
    else content.set(`${collection} ${key}`, { collection, key });
    if (content.size === 0) this.#content.delete(namespace);
    const isGonePod = type === 'DELETED' && collection === pods;
    if (type === 'ADDED' || isGonePod || content.size === 0) this.#emptySoon(namespace);
  }

  #emptySoon(namespace: string): void {
    if (!this.#isEnding(namespace)) return;
    this.#queue.add(`namespace ${namespace}`, async () => {
      if (this.#isEnding(namespace) && (await this.#deleteContent(namespace))) this.#finalize(namespace);
    });
  }

  #isEnding(namespace: string): boolean {
    return metadataText(this.#state.store.get(namespaces, namespace) ?? {}, 'deletionTimestamp') !== '';
  }

  /** Deletes the pods of a namespace and, once they are gone, everything else. Returns true if the namespace is empty. */
  async #deleteContent(namespace: string): Promise<boolean> {
    const places = [...(this.#content.get(namespace)?.values() ?? [])];
    const isPod = ({ collection }: Place) => collection === pods;
    return (
      (await this.#deleteObjects(namespace, places.filter(isPod))) &&
      (await this.#deleteObjects(
        namespace,
        places.filter((place) => !isPod(place)),
      ))
    );
  }

  /** Returns true if none of the objects is left. */
  async #deleteObjects(namespace: string, places: readonly Place[]): Promise<boolean> {
    const { store, registry } = this.#state;
    let isEmpty = true;
    for (const { collection, key } of places) {
      const [type, object] = [registry.ofCollection(collection), store.get(collection, key)];
      if (type === undefined || object === undefined) continue;
      if (!isDeleting(object)) {
        await deleteObject(
          this.#state,
          { type, namespace, name: metadataText(object, 'name'), requester },
          removalOptions(),
        );
      }
      isEmpty &&= store.get(collection, key) === undefined;
    }
    return isEmpty;
  }

  #finalize(name: string): void {
    const { store, registry } = this.#state;
    const namespace = store.get(namespaces, name);
    const type = registry.find('', 'v1', 'namespaces');
    if (namespace === undefined || type === undefined) return;
    const next = { ...namespace, spec: { ...fieldsAt(namespace, 'spec'), finalizers: [] } };
    if (isRemovable(type, next)) store.remove(namespaces, name);
    else store.put(namespaces, name, next);
  }
}
