// In: changes of all objects. Out: deletions of dependents, and of finalizers that wait for them. Started by the embedded cluster.

import { isJsonObject, type JsonObject } from '../../../api/index.ts';
import { isJsonList } from '../../../schema/index.ts';
import { metadataFields, metadataText, metadataTexts, type Owner, ownersOf, withMetadata } from '../object.ts';
import { controllerRequester } from '../request.ts';
import type { ResourceType } from '../resource-type.ts';
import type { ServerState } from '../server-state.ts';
import type { StoredChange } from '../store/store.ts';
import { deleteObject } from '../write/object-delete.ts';
import { isDeleted } from '../write/object-write.ts';
import { storeKey } from '../write/target.ts';
import type { ControllerQueue } from './controller-queue.ts';

/** No namespace has this name. */
const absent = '/';

interface Found {
  readonly type: ResourceType;
  readonly key: string;
  readonly object: JsonObject;
}

/**
 * Deletes objects without owners and finishes deletions that wait for dependents, as Kubernetes' garbage collector does.
 *
 * It looks at all objects in the turn of the clock after a deletion, or after a write that names an absent owner; it
 * doesn't wait half a minute for new kinds.
 */
export class GarbageCollector {
  readonly #state: ServerState;
  readonly #queue: ControllerQueue;
  /** Uid → namespace of each stored object. */
  readonly #namespaces = new Map<string, string>();

  constructor(state: ServerState, queue: ControllerQueue) {
    this.#state = state;
    this.#queue = queue;
    state.store.subscribeAll((change) => this.#changed(change));
  }

  #changed({ type, object }: StoredChange): void {
    const namespace = metadataText(object, 'namespace');
    if (type === 'DELETED') this.#namespaces.delete(metadataText(object, 'uid'));
    else this.#namespaces.set(metadataText(object, 'uid'), namespace);
    const hasOwners = ownersOf(object).every(({ uid }) =>
      ['', namespace].includes(this.#namespaces.get(uid) ?? absent),
    );
    if (type === 'DELETED' || metadataText(object, 'deletionTimestamp') !== '' || !hasOwners) {
      this.#queue.add('garbage', () => this.#collect());
    }
  }

  async #collect(): Promise<void> {
    const all = this.#objects();
    const byUid = new Map(all.map((found) => [metadataText(found.object, 'uid'), found]));
    const dependents = new Map<string, Found[]>();
    for (const found of all) {
      for (const { uid } of ownersOf(found.object)) {
        const known = dependents.get(uid);
        if (known === undefined) dependents.set(uid, [found]);
        else known.push(found);
      }
    }
    for (const found of all) await this.#finish(found, dependents);
    for (const found of all) await this.#deleteWithoutOwners(found, byUid);
  }

  #objects(): Found[] {
    const { registry, store } = this.#state;
    return registry
      .collections()
      .flatMap((type) => store.list(type.collection).map(([key, object]): Found => ({ type, key, object })));
  }

  /** Ends a deletion that waits for the dependents. */
  async #finish({ type, key, object }: Found, all: ReadonlyMap<string, readonly Found[]>): Promise<void> {
    if (metadataText(object, 'deletionTimestamp') === '') return;
    const finalizers = metadataTexts(object, 'finalizers');
    const uid = metadataText(object, 'uid');
    const dependents = all.get(uid) ?? [];
    if (finalizers.includes('orphan')) {
      for (const dependent of dependents) this.#orphan(dependent, uid);
      this.#removeFinalizer({ type, key }, 'orphan');
      return;
    }
    if (!finalizers.includes('foregroundDeletion')) return;
    const blocking = dependents.filter((each) =>
      ownersOf(each.object).some((owner) => owner.uid === uid && owner.isBlocking),
    );
    for (const dependent of dependents) await this.#deleteDependent(dependent, all);
    if (blocking.every((each) => this.#state.store.get(each.type.collection, each.key) === undefined)) {
      this.#removeFinalizer({ type, key }, 'foregroundDeletion');
    }
  }

  /** A dependent waits for its own dependents if it has some. */
  async #deleteDependent({ type, object }: Found, all: ReadonlyMap<string, readonly Found[]>): Promise<void> {
    if (metadataText(object, 'deletionTimestamp') !== '') return;
    await this.#delete(type, object, all.has(metadataText(object, 'uid')) ? 'Foreground' : 'Background');
  }

  #orphan({ type, key }: Found, uid: string): void {
    const { store } = this.#state;
    const object = store.get(type.collection, key);
    const references = object && metadataFields(object).ownerReferences;
    if (object === undefined || !isJsonList(references)) return;
    const others = references.filter((reference) => isJsonObject(reference) && reference.uid !== uid);
    store.put(
      type.collection,
      key,
      withMetadata(object, { ownerReferences: others.length === 0 ? undefined : others }),
    );
  }

  #removeFinalizer({ type, key }: Pick<Found, 'key' | 'type'>, finalizer: string): void {
    const { store } = this.#state;
    const object = store.get(type.collection, key);
    if (object === undefined) return;
    const finalizers = metadataTexts(object, 'finalizers').filter((each) => each !== finalizer);
    const next = withMetadata(object, { finalizers: finalizers.length === 0 ? undefined : finalizers });
    if (isDeleted(type, next)) store.remove(type.collection, key);
    else store.put(type.collection, key, next);
  }

  /** Deletes an object all of whose owners are gone; removes references to those that are gone. */
  async #deleteWithoutOwners({ type, key }: Found, byUid: ReadonlyMap<string, Found>): Promise<void> {
    const object = this.#state.store.get(type.collection, key);
    if (object === undefined || metadataText(object, 'deletionTimestamp') !== '') return;
    const owners = ownersOf(object);
    if (owners.length === 0) return;
    const present = owners.filter((owner) => this.#isPresent(owner, object, byUid));
    if (present.length === 0) await this.#delete(type, object, 'Background');
    else if (present.length < owners.length) {
      const absent = owners.filter((owner) => !present.includes(owner));
      for (const owner of absent) this.#orphan({ type, key, object }, owner.uid);
    }
  }

  /** A namespaced owner is in the namespace of its dependents. */
  #isPresent({ uid, apiVersion, kind }: Owner, dependent: JsonObject, byUid: ReadonlyMap<string, Found>): boolean {
    const owner = byUid.get(uid);
    const type = this.#state.registry.ofKind(apiVersion, kind);
    // An owner of an unknown kind may exist.
    if (type === undefined) return true;
    if (owner === undefined || this.#state.store.get(owner.type.collection, owner.key) === undefined) return false;
    if (!type.isNamespaced) return true;
    return metadataText(owner.object, 'namespace') === metadataText(dependent, 'namespace');
  }

  async #delete(type: ResourceType, object: JsonObject, policy: 'Background' | 'Foreground'): Promise<void> {
    const namespace = metadataText(object, 'namespace');
    const name = metadataText(object, 'name');
    if (this.#state.store.get(type.collection, storeKey(type, namespace, name)) === undefined) return;
    const options = { uid: undefined, resourceVersion: undefined, policy, isDryRun: false, written: {} } as const;
    const requester = controllerRequester('generic-garbage-collector');
    await deleteObject(this.#state, { type, namespace, name, requester }, options);
  }
}
