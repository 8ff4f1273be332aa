// In: the objects that a controller reads and writes. Out: the same reads and writes as those of a client, under the controller's name.

import { isSameJson, type JsonObject } from '../../../api/index.ts';
import { metadataText } from '../../../built-in/index.ts';
import { withFields } from '../../../schema/index.ts';
import { storedVersions } from '../built-in/stored-version.ts';
import type { Requester } from '../request.ts';
import type { ResourceType } from '../resource-type.ts';
import type { ServerState } from '../server-state.ts';
import { StatusError } from '../status-error.ts';
import { type RemovalOptions, removalOptions } from '../write/deletion-options.ts';
import { deleteObject } from '../write/object-delete.ts';
import { createObject, updateObject } from '../write/object-write.ts';
import { storeKey, type Target } from '../write/target.ts';
import { componentWrite } from '../write/write-query.ts';
import { ComponentEvents, type RecordedReason } from './component-events.ts';

/** The name under which a component of the cluster writes. */
export interface ComponentIdentity {
  /** The owner of the fields that it writes, such as `kube-controller-manager`. */
  readonly fieldManager: string;
  /** The component that its events name, such as `deployment-controller`. */
  readonly component: string;
  /** The user of its requests. */
  readonly requester: Requester;
}

/** The reads and writes of one controller. A write to an object that has gone, or has been replaced, does nothing. */
export class ClusterAccess {
  readonly #state: ServerState;
  readonly #identity: ComponentIdentity;
  readonly #types: ReadonlyMap<string, ResourceType>;
  readonly #events: ComponentEvents;

  constructor(state: ServerState, identity: ComponentIdentity) {
    this.#state = state;
    this.#identity = identity;
    // Controllers read objects in the version in which they are stored.
    const stored = state.registry.types().filter(({ apiVersion, plural }) => {
      const version = storedVersions[`${apiVersion} ${plural}`];
      return version === undefined || version.apiVersion === apiVersion;
    });
    this.#types = new Map(stored.map((type) => [type.collection, type]));
    this.#events = new ComponentEvents(this, identity.component);
  }

  /** The present time, in milliseconds since the epoch. */
  get nowMs(): number {
    return this.#state.clock.now();
  }

  /** The present time, as in metadata. */
  get now(): string {
    return this.#state.now();
  }

  get(collection: string, key: string): JsonObject | undefined {
    return this.#state.store.get(collection, key);
  }

  /** Returns all objects of a collection, in the order of their keys. For collections that stay small. */
  list(collection: string): readonly JsonObject[] {
    return this.#state.store.list(collection).map(([, object]) => object);
  }

  /** Creates an object. @throws StatusError if the API server refuses it. */
  async create(collection: string, object: JsonObject): Promise<JsonObject> {
    const target = this.#target(collection, object, '');
    return await createObject(this.#state, target, { object: target.type.strategy.decoded(object).object });
  }

  /**
   * Changes an object.
   *
   * @param next - returns the present object with the changes
   * @returns undefined if the object has gone or has been replaced
   */
  async update(
    collection: string,
    object: JsonObject,
    next: (live: JsonObject) => JsonObject,
    subresource = '',
  ): Promise<JsonObject | undefined> {
    const target = this.#target(collection, object, subresource);
    const key = storeKey(target.type, target.namespace, target.name);
    const live = this.#state.store.get(collection, key);
    if (live === undefined || metadataText(live, 'uid') !== metadataText(object, 'uid')) return undefined;
    if (isSameJson(next(live), live)) return live;
    // A binding has no field manager.
    const isOwned = subresource === 'binding';
    return await updateObject(this.#state, target, (stored) => ({ object: next(stored), isOwned }));
  }

  /** Replaces the status of an object; fields that are undefined are removed. */
  async updateStatus(
    collection: string,
    object: JsonObject,
    status: Readonly<Record<string, JsonObject[string] | undefined>>,
  ): Promise<JsonObject | undefined> {
    return await this.update(collection, object, (live) => ({ ...live, status: withFields({}, status) }), 'status');
  }

  async remove(collection: string, object: JsonObject, options: Omit<RemovalOptions, 'uid'> = {}): Promise<void> {
    const { type, namespace, name, requester } = this.#target(collection, object, '');
    const uid = metadataText(object, 'uid');
    try {
      await deleteObject(this.#state, { type, namespace, name, requester }, removalOptions({ ...options, uid }));
    } catch (error) {
      if (!StatusError.is(error) || ![404, 409].includes(error.code)) throw error;
    }
  }

  /** Records an event of an object. */
  async record(object: JsonObject, reason: RecordedReason): Promise<void> {
    await this.#events.record(object, reason);
  }

  /** Returns a number that grows with time and with each write, for the names of Events. */
  uniqueNumber(): bigint {
    return BigInt(this.nowMs) * 1_000_000n + BigInt(this.#state.store.version);
  }

  /** Returns the end of a generated name. */
  nameSuffix(): string {
    return this.#state.nameSuffix();
  }

  #target(collection: string, object: JsonObject, subresource: string): Target {
    const type = this.#types.get(collection);
    if (type === undefined) throw new Error(`the embedded API server has no ${collection}`);
    return {
      type,
      namespace: type.isNamespaced ? metadataText(object, 'namespace') : undefined,
      name: metadataText(object, 'name'),
      subresource,
      options: componentWrite(this.#identity.fieldManager),
      requester: this.#identity.requester,
    };
  }
}
