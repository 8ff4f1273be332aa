import {
  definitionKind,
  definitionName,
  isJsonObject,
  type JsonObject,
  type Kind,
  type KubernetesObject,
  type ObjectKey,
  objectKey,
  type StoredObject,
} from '../../lib/api/index.ts';
import { ApiClient, ApiError, type Client, type DeleteOptions } from '../../lib/client/index.ts';
import { claimKind } from '../../lib/constructs/index.ts';
import { textsAt } from '../../lib/schema/json-part.ts';
import type { AuditEvent, AuditLevel } from '../../lib/testing/control-plane/audit-log.ts';
import { directPeer } from '../../lib/testing/embedded/transport/direct-transport.ts';
import { EmbeddedCluster, ManualClock } from '../../lib/testing/index.ts';
import { promiseJobs } from '../../lib/testing/manual-clock.ts';
import { jsonObject, typedObject } from '../../lib/testing/scenario/decoded-object.ts';
import {
  type Link,
  ObservedTransport,
  type ServedCall,
  type ServedRequests,
  ServerFaults,
} from './observed-transport.ts';
import { shelfOperator } from './shelf.ts';
import { thirdPartyDefinition } from './third-party-definition.ts';

const namespaceKind: Kind = { group: '', version: 'v1', kind: 'Namespace', plural: 'namespaces', scope: 'Cluster' };

/** The definitions of {@link shelfOperator}: it is synthesized once for all clusters of a test file. */
const shelfDefinitions: readonly KubernetesObject[] = shelfOperator()
  .toJson()
  .filter(({ kind }: KubernetesObject) => kind === definitionKind.kind);

const direct: Link = async (request, signal) => {
  signal?.throwIfAborted();
  return await request();
};

/** Options of {@link ObservedCluster.start}. */
export interface ObservedClusterOptions {
  /** @default one of its own */
  readonly clock?: ManualClock;
  /** Namespaces in addition to `default`. @default none */
  readonly namespaces?: readonly string[];
  /** `requests` keeps all requests for {@link ObservedCluster.auditEvents}. @default 'none' */
  readonly audit?: AuditLevel;
  /** Definitions and other objects. @default none */
  readonly objects?: readonly KubernetesObject[];
}

/**
 * An embedded cluster without workloads, and the requests that its clients have sent. Users, other controllers and the garbage
 * collector change its objects.
 */
export class ObservedCluster implements ServedRequests {
  readonly calls: ServedCall[] = [];
  readonly watchCalls: ServedCall[] = [];
  /** The faults of lists and watches. */
  readonly faults = new ServerFaults();
  readonly clock: ManualClock;
  readonly #cluster: EmbeddedCluster;
  readonly #admin: Client;

  /** Starts a cluster that serves shelves, with a StorageClass called `growing`, whose claims may grow. */
  static async start({
    clock = new ManualClock(),
    namespaces = [],
    objects = [],
    audit = 'none',
  }: ObservedClusterOptions = {}): Promise<ObservedCluster> {
    const cluster = await EmbeddedCluster.start({ clock, audit, workloads: 'none' });
    await cluster.apply(...shelfDefinitions, growingClass(), ...namespaces.map(namespaceOf), ...objects);
    return new ObservedCluster(cluster, clock);
  }

  private constructor(cluster: EmbeddedCluster, clock: ManualClock) {
    this.clock = clock;
    this.#cluster = cluster;
    this.#admin = cluster.client();
  }

  /** The number of namespaces, each of which has a ConfigMap with the authority of the cluster. */
  get namespaceCount(): number {
    return this.objects(namespaceKind).length;
  }

  /** The requests with writes. */
  get writes(): ServedCall[] {
    return this.calls.filter((call) => !call.startsWith('get '));
  }

  /** Returns all objects of a kind, without those that every namespace has. */
  objects({ group, plural }: Kind): StoredObject[] {
    const all = this.#cluster.state.store.list(`${group}/${plural}`).map(([, object]) => typedObject(object));
    return all.filter(({ metadata }) => metadata.name !== 'kube-root-ca.crt');
  }

  /** Returns one object. */
  object({ group, plural, scope }: Kind, { namespace, name }: ObjectKey): StoredObject | undefined {
    const key = scope === 'Namespaced' ? `${namespace}/${name}` : name;
    const object = this.#cluster.state.store.get(`${group}/${plural}`, key);
    return object && typedObject(object);
  }

  /**
   * A client whose requests for single objects use `link`. It has its methods of its own, so that a test can replace some.
   *
   * @param as - the user, as API servers name it. @default an admin
   */
  client(link = direct, as?: string): Client {
    const { faults } = this;
    const transport = new ObservedTransport(this.#cluster.transport({ as }), { link, faults, served: this });
    const client = new ApiClient(directPeer, transport);
    return {
      get: (...request) => client.get(...request),
      list: (...request) => client.list(...request),
      watch: (...request) => client.watch(...request),
      create: (...request) => client.create(...request),
      apply: (...request) => client.apply(...request),
      patch: (...request) => client.patch(...request),
      delete: (...request) => client.delete(...request),
      openApi: (...request) => client.openApi(...request),
      openApiHashes: (...request) => client.openApiHashes(...request),
      serves: (...request) => client.serves(...request),
      serverVersion: (...request) => client.serverVersion(...request),
      isReady: (...request) => client.isReady(...request),
      close: () => client.close(),
    };
  }

  /** Returns the requests of all clients: see {@link EmbeddedCluster.auditEvents}. */
  auditEvents(): readonly AuditEvent[] {
    return this.#cluster.auditEvents();
  }

  /** Sets fields as `manager`, such as a user with an editor or another controller. */
  async edit(kind: Kind, object: KubernetesObject, fieldManager = 'editor'): Promise<StoredObject> {
    const key = objectKey(object);
    if (this.object(kind, key) === undefined) return await this.#create(kind, object, fieldManager);
    const patch = { type: 'merge', body: jsonObject(object) } as const;
    return this.#stored(kind, await this.#admin.patch(kind, key, patch, { fieldManager }));
  }

  /** Creates an object, or replaces the content of an existing one, as `kubectl replace` does. */
  async put(kind: Kind, object: KubernetesObject): Promise<StoredObject> {
    const key = objectKey(object);
    const before = this.object(kind, key);
    if (before === undefined) {
      const created = await this.#create(kind, object, 'user');
      return isJsonObject(object.status) ? await this.editStatus(kind, key, object.status) : created;
    }
    const { metadata, status: _, ...content } = object;
    const { status: __, ...present } = before;
    const gone = Object.keys(present).filter((field) => !(field in object));
    const body = [
      ...gone.map((field) => ({ op: 'remove' as const, path: `/${field}` })),
      ...Object.entries({ ...content, metadata: { ...before.metadata, ...metadata } }).map(([field, value]) => ({
        op: 'add' as const,
        path: `/${field}`,
        value,
      })),
    ];
    return this.#stored(kind, await this.#admin.patch(kind, key, { type: 'json', body }, { fieldManager: 'user' }));
  }

  /** Sets the status as the controller of the kind does. */
  async editStatus(kind: Kind, key: ObjectKey, status: JsonObject): Promise<StoredObject> {
    const options = { fieldManager: 'kind-controller', subresource: 'status' };
    return this.#stored(kind, await this.#admin.patch(kind, key, { type: 'merge', body: { status } }, options));
  }

  /** Stores an object as it is, as when an earlier definition has accepted it. */
  store({ group, plural }: Kind, object: StoredObject): void {
    const { namespace, name } = object.metadata;
    this.#cluster.state.store.put(`${group}/${plural}`, `${namespace}/${name}`, jsonObject(object));
  }

  /** Returns the versions in which objects of a kind are stored, by its CRD. */
  storedVersions(kind: Kind): readonly string[] {
    return textsAt(jsonObject(this.#definition(kind)), 'status.storedVersions');
  }

  /** Sets the stored versions in the CRD of a kind, as if an earlier CRD had stored objects in them. */
  setStoredVersions(kind: Kind, storedVersions: readonly string[]): void {
    const { status, ...definition } = jsonObject(this.#definition(kind));
    const key = `${definitionKind.group}/${definitionKind.plural}`;
    const stored = { ...definition, status: { ...(isJsonObject(status) && status), storedVersions } };
    this.#cluster.state.store.put(key, definitionName(kind), stored);
  }

  /** Deletes an object as `kubectl delete` does: finalizers block the deletion. */
  async delete(kind: Kind, key: ObjectKey, propagationPolicy?: DeleteOptions['propagationPolicy']): Promise<void> {
    await this.#admin.delete(kind, key, { propagationPolicy });
  }

  /** Removes an object even if it has finalizers. */
  async remove(kind: Kind, key: ObjectKey): Promise<void> {
    const object = this.object(kind, key);
    if (object === undefined) return;
    const { finalizers = [] } = object.metadata;
    if (finalizers.length > 0)
      await this.#admin.patch(kind, key, { type: 'merge', body: { metadata: { finalizers: null } } });
    // A deletion that only a finalizer has blocked is over now.
    if (object.metadata.deletionTimestamp === undefined) await this.#admin.delete(kind, key);
  }

  /** Stops serving the version of a third-party kind: watches end. */
  async withdraw(kind: Kind): Promise<void> {
    await this.#define(kind, { isServed: false });
  }

  /** Serves a third-party kind, of which objects may exist. */
  async serve(kind: Kind): Promise<void> {
    await this.#define(kind, { isServed: true });
  }

  /** Allows the claims of the StorageClass `growing` to grow, or refuses it. */
  allowExpansion(isAllowed: boolean): void {
    const message = 'persistentvolumeclaims "data" is forbidden: only dynamically provisioned pvc can be resized';
    const status = { code: 403, reason: 'Forbidden', message, causes: [] } as const;
    if (isAllowed) this.faults.accept('patch persistentvolumeclaims');
    else this.faults.refuse('patch persistentvolumeclaims', new ApiError({ verb: 'patch', kind: claimKind }, status));
  }

  /** Lets the garbage collector do what it has to. */
  async collectGarbage(): Promise<void> {
    await this.#cluster.settled();
  }

  #definition(kind: Kind): StoredObject {
    const definition = this.object(definitionKind, { name: definitionName(kind) });
    if (definition === undefined) throw new Error(`the cluster has no CRD of ${kind.kind}`);
    return definition;
  }

  /** Creates an object, and its namespace before it. */
  async #create(kind: Kind, object: KubernetesObject, fieldManager: string): Promise<StoredObject> {
    const { namespace } = object.metadata;
    const isPlaced = namespace === undefined || this.object(namespaceKind, { name: namespace }) !== undefined;
    if (!isPlaced) await this.#cluster.apply(namespaceOf(namespace));
    return this.#stored(kind, await this.#admin.create(kind, object, { fieldManager }));
  }

  /** Returns the object that a response shows, as {@link ObservedCluster.object} does; the response if it is gone. */
  #stored(kind: Kind, response: StoredObject): StoredObject {
    return this.object(kind, objectKey(response)) ?? response;
  }

  async #define(kind: Kind, { isServed }: { readonly isServed: boolean }): Promise<void> {
    await this.#cluster.apply(thirdPartyDefinition(kind, { isServed }));
    await promiseJobs();
  }
}

function namespaceOf(name: string): KubernetesObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
}

function growingClass(): KubernetesObject {
  return {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'growing' },
    ...{ provisioner: 'example.com/disks', allowVolumeExpansion: true },
  };
}
