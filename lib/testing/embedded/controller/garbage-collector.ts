// In: changes of all objects. Out: deletions of dependents, and of finalizers that wait for them. Started by the embedded cluster.

import { groupVersionKind, isSameJson, type JsonObject } from '../../../api/index.ts';
import {
  isDeleting,
  metadataText,
  metadataTexts,
  type Owner,
  ownersOf,
  withMetadata,
  withoutFinalizer,
  withoutOwner,
} from '../../../built-in/index.ts';
import { objectsAt, textAt } from '../../../schema/index.ts';
import { updatedFields } from '../apply/field-manager.ts';
import { definitions } from '../collection.ts';
import { controllerRequester } from '../request.ts';
import type { ResourceType } from '../resource-type.ts';
import type { ServerState } from '../server-state.ts';
import { StatusError } from '../status-error.ts';
import type { StoredChange } from '../store/object-storage.ts';
import { type DeletionPropagation, removalOptions } from '../write/deletion-options.ts';
import { deleteObject } from '../write/object-delete.ts';
import { isRemovable } from '../write/object-write.ts';
import { fieldWrite, storeKey } from '../write/target.ts';
import type { ControllerQueue } from './controller-queue.ts';
import { addTo, OwnerGraph, removeFrom } from './index/owner-graph.ts';

interface Found {
  readonly type: ResourceType;
  readonly key: string;
  readonly object: JsonObject;
}

/**
 * Deletes objects without owners and finishes deletions that wait for dependents, as Kubernetes' garbage collector does.
 *
 * It looks at an object in the turn of the clock after its deletion or that of an owner. It also does so after a write that
 * names an absent owner, and doesn't wait half a minute for new kinds.
 */
export class GarbageCollector {
  readonly #state: ServerState;
  readonly #queue: ControllerQueue;
  readonly #graph = new OwnerGraph();
  /** Group and kind that isn't served → the uids of objects with such an owner. */
  readonly #undecided = new Map<string, Set<string>>();

  constructor(state: ServerState, queue: ControllerQueue) {
    this.#state = state;
    this.#queue = queue;
    state.store.subscribeAll((change) => this.#changed(change));
    state.store.subscribe(definitions, ({ object }) => {
      const kind = `${textAt(object, 'spec.group')} ${textAt(object, 'spec.names.kind')}`;
      for (const uid of this.#undecided.get(kind) ?? []) this.#look(uid);
    });
  }

  #changed(change: StoredChange): void {
    const { type, object, previous } = change;
    this.#graph.take(change);
    const uid = metadataText(object, 'uid');
    if (type === 'DELETED') for (const dependent of this.#graph.dependents(uid)) this.#look(dependent);
    else if (isDeleting(object) || this.#absentOwners(object).length > 0) this.#look(uid);
    // An owner may have waited for this dependent.
    for (const owner of previous === undefined ? [] : ownersOf(previous)) {
      if (!this.#graph.isBlocked(owner.uid) && this.#isWaiting(owner.uid)) this.#look(owner.uid);
    }
  }

  #look(uid: string): void {
    this.#queue.add(`garbage ${uid}`, () => this.#collect(uid));
  }

  #isWaiting(uid: string): boolean {
    const found = this.#found(uid);
    return found !== undefined && isDeleting(found.object);
  }

  #found(uid: string): Found | undefined {
    const { store, registry } = this.#state;
    const { collection, key } = this.#graph.place(uid) ?? { collection: '', key: '' };
    const [type, object] = [registry.ofCollection(collection), store.get(collection, key)];
    return type === undefined || object === undefined ? undefined : { type, key, object };
  }

  async #collect(uid: string): Promise<void> {
    const found = this.#found(uid);
    if (found === undefined) return;
    if (!isDeleting(found.object)) await this.#deleteWithoutOwners(found);
    else await this.#finish(found, uid);
  }

  /** Ends a deletion that waits for the dependents. */
  async #finish(found: Found, uid: string): Promise<void> {
    const finalizers = metadataTexts(found.object, 'finalizers');
    if (finalizers.includes('orphan')) {
      for (const dependent of this.#dependents(uid)) this.#orphan(dependent, uid);
      this.#removeFinalizer(found, 'orphan');
      return;
    }
    if (!finalizers.includes('foregroundDeletion')) return;
    for (const dependent of this.#dependents(uid)) await this.#deleteDependent(dependent);
    if (!this.#graph.isBlocked(uid)) this.#removeFinalizer(found, 'foregroundDeletion');
  }

  #dependents(uid: string): readonly Found[] {
    return this.#graph.dependents(uid).flatMap((dependent) => this.#found(dependent) ?? []);
  }

  /**
   * Deletes a dependent of an owner that waits for it, in the foreground if it has dependents itself; one with a valid owner stays
   * and loses the others. Owners in a circle don't wait for each other.
   */
  async #deleteDependent(found: Found): Promise<void> {
    const { object } = found;
    const owners = ownersOf(object);
    if (isDeleting(object) || owners.some((owner) => this.#kindOf(owner, object) === undefined)) return;
    const ending = owners.filter((owner) => !this.#isPresent(owner, object) || this.#awaitsDependents(owner.uid));
    if (ending.length < owners.length) {
      for (const owner of ending) this.#orphan(found, owner.uid);
      return;
    }
    const uid = metadataText(object, 'uid');
    const dependents = this.#graph.dependents(uid);
    if (dependents.some((dependent) => this.#awaitsDependents(dependent))) this.#unblockOwners(found);
    await this.#delete(this.#found(uid) ?? found, dependents.length > 0 ? 'Foreground' : policyOf(object));
  }

  /** Returns true if an object is being deleted in the foreground. */
  #awaitsDependents(uid: string): boolean {
    const found = this.#found(uid);
    return (
      found !== undefined &&
      isDeleting(found.object) &&
      metadataTexts(found.object, 'finalizers').includes('foregroundDeletion')
    );
  }

  #unblockOwners({ type, key, object }: Found): void {
    this.#put(type, key, [object, withoutBlocking(object)]);
  }

  #orphan({ type, key }: Found, uid: string): void {
    const { store } = this.#state;
    const object = store.get(type.collection, key);
    if (object !== undefined) this.#put(type, key, [object, withoutOwner(object, uid)]);
  }

  /** Stores other owners as the real collector does, whose writes count for field managers. */
  #put(type: ResourceType, key: string, [before, after]: readonly [JsonObject, JsonObject]): void {
    const written = updatedFields(before, after, fieldWrite(this.#state, type, { name: 'kube-controller-manager' }));
    this.#state.store.put(type.collection, key, written);
  }

  #removeFinalizer({ type, key }: Pick<Found, 'key' | 'type'>, finalizer: string): void {
    const { store } = this.#state;
    const object = store.get(type.collection, key);
    if (object === undefined) return;
    const next = withoutFinalizer(object, finalizer);
    if (isRemovable(type, next)) store.remove(type.collection, key);
    else store.put(type.collection, key, next);
  }

  /** Deletes an object all of whose owners are gone; removes references to those that are gone. */
  async #deleteWithoutOwners(found: Found): Promise<void> {
    const { object } = found;
    const absent = this.#absentOwners(object);
    if (absent.length === 0) return;
    if (absent.length === ownersOf(object).length) await this.#delete(found, policyOf(object));
    else for (const owner of absent) this.#orphan(found, owner.uid);
  }

  /** Returns the owners of an object that don't exist; none if one can't be looked up: the object then stays. */
  #absentOwners(dependent: JsonObject): readonly Owner[] {
    const owners = ownersOf(dependent);
    const kinds = owners.map((owner) => this.#kindOf(owner, dependent));
    return kinds.includes(undefined) ? [] : owners.filter((owner) => !this.#isPresent(owner, dependent));
  }

  /** Returns the kind of an owner; undefined if it isn't served, or has namespaces and the dependent is in none. */
  #kindOf({ apiVersion, kind }: Owner, dependent: JsonObject): ResourceType | undefined {
    const type = this.#state.registry.ofKind(apiVersion, kind);
    const undecided = `${groupVersionKind({ apiVersion, kind }).group} ${kind}`;
    if (type === undefined) addTo(this.#undecided, undecided, metadataText(dependent, 'uid'));
    else removeFrom(this.#undecided, undecided, metadataText(dependent, 'uid'));
    return type?.isNamespaced === true && metadataText(dependent, 'namespace') === '' ? undefined : type;
  }

  /** An owner has the kind, name and uid of its reference; if its kind has namespaces, that of the dependent. */
  #isPresent(owner: Owner, dependent: JsonObject): boolean {
    const type = this.#kindOf(owner, dependent);
    const place = this.#graph.place(owner.uid);
    return (
      type !== undefined &&
      place?.collection === type.collection &&
      place.key === storeKey(type, metadataText(dependent, 'namespace'), owner.name)
    );
  }

  /** Deletes an object unless its owners change meanwhile: it is then looked at again. Other changes don't keep it. */
  async #delete({ type, object }: Found, policy: DeletionPropagation): Promise<void> {
    const uid = metadataText(object, 'uid');
    const namespace = metadataText(object, 'namespace');
    const name = metadataText(object, 'name');
    const requester = controllerRequester('generic-garbage-collector');
    // Another object may have its name by now.
    const options = removalOptions({ policy, uid });
    for (const resourceVersion of [metadataText(object, 'resourceVersion'), undefined]) {
      try {
        await deleteObject(this.#state, { type, namespace, name, requester }, { ...options, resourceVersion });
        return;
      } catch (error) {
        if (!StatusError.is(error) || ![404, 409].includes(error.code)) throw error;
      }
      const live = this.#found(uid)?.object;
      if (live === undefined) return;
      if (isSameJson(ownersOf(live), ownersOf(object))) continue;
      for (const each of [uid, ...ownersOf(live).map((owner) => owner.uid)]) this.#look(each);
      return;
    }
  }
}

/** Returns the policy that the finalizers of an object ask for, before its deletion has begun. */
function policyOf(object: JsonObject): DeletionPropagation {
  const finalizers = metadataTexts(object, 'finalizers');
  if (finalizers.includes('orphan')) return 'Orphan';
  return finalizers.includes('foregroundDeletion') ? 'Foreground' : 'Background';
}

/** Returns an object that keeps none of its owners from being deleted. */
function withoutBlocking(object: JsonObject): JsonObject {
  const ownerReferences = objectsAt(object, 'metadata.ownerReferences').map((reference) => ({
    ...reference,
    blockOwnerDeletion: false,
  }));
  return withMetadata(object, { ownerReferences });
}
