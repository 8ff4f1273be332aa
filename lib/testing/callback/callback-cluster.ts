// In: the requests of callbacks, and the objects of a test. Out: the responses of an embedded cluster, which starts when it is
// first used, and a record of the requests. Called by callback tests.

import { randomUUID } from 'node:crypto';
import {
  apiVersion,
  decodeStatus,
  definitionKind,
  definitionName,
  formatGroupVersionKind,
  formatObjectAddress,
  type GroupVersionKind,
  isJsonObject,
  type Kind,
  type KubernetesObject,
  type ObjectKey,
  objectKey,
  type StoredObject,
  type UseVerb,
  useVerbs,
} from '../../api/index.ts';
import { ApiClient, ApiError, type ApiRequest, type DeclaredRequests, type Transport } from '../../client/index.ts';
import { timestamp } from '../../clock/index.ts';
import type { Operator } from '../../constructs/index.ts';
import { fieldsIn, withFields } from '../../schema/index.ts';
import { namespaces } from '../embedded/collection.ts';
import { EmbeddedCluster } from '../embedded/embedded-cluster.ts';
import { mergePatched } from '../embedded/patch/merge-patch.ts';
import type { ResourceType } from '../embedded/resource-type.ts';
import { directPeer } from '../embedded/transport/direct-transport.ts';
import { storeKey } from '../embedded/write/target.ts';
import { ManualClock } from '../manual-clock.ts';
import { jsonObject, kubernetesObject, typedObject } from '../scenario/decoded-object.ts';

/** A request of a callback by `client`. */
export interface CallbackRequest {
  /** The method of `client`; `list` for `each`. */
  readonly verb: UseVerb;
  /** For example `Secret`. */
  readonly kind: string;
  readonly namespace?: string | undefined;
  /** Empty for lists. */
  readonly name: string;
  /** The object or the merge patch of a write. */
  readonly body?: object;
}

/** An embedded cluster in which nothing but callbacks and their test writes, and the requests of the callbacks. */
export class CallbackCluster implements Transport {
  readonly requests: CallbackRequest[] = [];
  readonly #operator: Operator;
  readonly #namespace: string | undefined;
  readonly #clock = new ManualClock();
  readonly #failures: { readonly verb: UseVerb; readonly error: number | Error }[] = [];
  /** The objects of the test and of callbacks, by address. The cluster has others too, such as namespaces. */
  readonly #objects = new Map<string, StoredObject>();
  /** The kinds of {@link client} that the cluster may not serve yet. */
  readonly #used: Kind[] = [];
  #cluster: Promise<EmbeddedCluster> | undefined;

  /** @param namespace - that of the resource, which exists in the cluster. */
  constructor(operator: Operator, namespace: string | undefined) {
    this.#operator = operator;
    this.#namespace = namespace;
  }

  /** Returns a client for some kinds, whose requests are recorded. */
  client(kinds: readonly Kind[]): DeclaredRequests {
    this.#used.push(...kinds);
    return new ApiClient(directPeer, this);
  }

  /** All objects of the test and of callbacks. */
  get objects(): readonly StoredObject[] {
    return [...this.#objects.values()];
  }

  /** Returns all objects as if {@link put} had stored some of them. */
  objectsWith(some: readonly { readonly kind: Kind; readonly object: KubernetesObject }[]): readonly StoredObject[] {
    const merged = some.map(
      ({ kind, object }) => [addressOf(kind, objectKey(object)), this.#merged(kind, object)] as const,
    );
    return [...new Map([...this.#objects, ...merged]).values()];
  }

  /** Merges fields into an object; creates it if it is absent. It may lack fields that the API server requires. */
  async put(kind: Kind, object: KubernetesObject): Promise<void> {
    const [cluster, type] = [await this.#started(), await this.#served(kind)];
    const key = objectKey(object);
    const { store } = cluster.state;
    await ensureNamespace(cluster, key.namespace);
    const { object: decoded } = type.strategy.decoded(jsonObject({ ...this.#merged(kind, object) }));
    store.put(type.collection, storeKey(type, key.namespace, key.name), await type.strategy.toStorage(decoded));
    await this.#read(kind, key);
  }

  /** Removes an object, even if it has finalizers. */
  async remove(kind: Kind, key: ObjectKey): Promise<void> {
    const [{ state }, type] = [await this.#started(), await this.#served(kind)];
    state.store.remove(type.collection, storeKey(type, key.namespace, key.name));
    await this.#read(kind, key);
  }

  /**
   * Calls a callback, and resolves with its result.
   *
   * @throws an Error if it sends no request with a verb of a planned failure.
   */
  async call<Result>(callback: () => Promise<Result>): Promise<Result> {
    const count = this.requests.length;
    const result = await callback();
    const verbs = [...new Set(this.requests.slice(count).map(({ verb }) => verb))];
    const unused = this.#failures.find(({ verb }) => !verbs.includes(verb));
    if (unused === undefined) return result;
    const calls = verbs.length === 0 ? 'no method of client' : verbs.map((verb) => `client.${verb}`).join(', ');
    throw new Error(
      `failNext('${unused.verb}') has no effect: the callback after it calls ${calls}; let the test prepare a call of client.${unused.verb}, or remove the line`,
    );
  }

  /**
   * Lets the next request with a verb fail.
   *
   * @param error - thrown unchanged; a number is the code of an {@link ApiError}.
   */
  failNext(verb: UseVerb, error: number | Error): void {
    this.#failures.push({ verb, error });
  }

  async send(request: ApiRequest, signal?: AbortSignal): Promise<unknown> {
    const cluster = await this.#receiver(request);
    const response = await cluster.transport().send(request, signal);
    const { verb, kind, object } = request.call;
    const key = verb === 'create' && isJsonObject(response) ? objectKey(typedObject(response)) : object;
    if (kind !== undefined && key !== undefined) await this.#read(kind, key);
    return response;
  }

  async *chunks(request: ApiRequest, signal?: AbortSignal): AsyncGenerator<Buffer> {
    const cluster = await this.#receiver(request);
    yield* cluster.transport().chunks(request, signal);
  }

  /** Callbacks have no watches. */
  stream(request: ApiRequest, signal?: AbortSignal): AsyncIterable<Buffer> {
    return this.chunks(request, signal);
  }

  async close(): Promise<void> {
    const cluster = await this.#cluster;
    await cluster?.stop();
  }

  /** Records a request. @throws the planned failure, if there is one. */
  async #receiver({ call, body }: ApiRequest): Promise<EmbeddedCluster> {
    const { kind: { kind } = { kind: '' }, object: { namespace, name } = { name: '' } } = call;
    const verb = useVerbs.find((each) => each === (call.subresource === 'status' ? 'patchStatus' : call.verb)) ?? 'get';
    const written = verb !== 'delete' && isJsonObject(body?.content) ? { body: body.content } : {};
    this.requests.push({ verb, kind, namespace, name, ...written });
    const planned = this.#failures.findIndex((each) => each.verb === verb);
    for (const { error } of planned < 0 ? [] : this.#failures.splice(planned, 1))
      throw typeof error === 'number' ? new ApiError(call, decodeStatus('', error)) : error;
    for (const used of this.#used.splice(0)) await this.#served(used);
    return await this.#started();
  }

  #merged(kind: Kind, object: KubernetesObject): StoredObject {
    const created = { uid: randomUUID(), creationTimestamp: timestamp(this.#clock.now()), generation: 1 };
    const before = this.#objects.get(addressOf(kind, objectKey(object))) ?? { metadata: created };
    return typedObject(fieldsIn(mergePatched(jsonObject({ ...before }), jsonObject({ ...object }))));
  }

  /** Notes the present state of an object. */
  async #read(kind: GroupVersionKind, { namespace, name }: ObjectKey): Promise<void> {
    const { registry, store } = (await this.#started()).state;
    const type = registry.ofKind(apiVersion(kind), kind.kind);
    const stored = type && store.get(type.collection, storeKey(type, namespace, name));
    const address = addressOf(kind, { namespace, name });
    if (type === undefined || stored === undefined) this.#objects.delete(address);
    else this.#objects.set(address, typedObject(await type.strategy.fromStorage(stored)));
  }

  /** Returns a kind as the cluster serves it: a third-party kind with any fields. */
  async #served(kind: Kind): Promise<ResourceType> {
    const cluster = await this.#started();
    const find = () => cluster.state.registry.ofKind(apiVersion(kind), kind.kind);
    if (find() === undefined) await this.#define(cluster, thirdPartyDefinition(kind));
    const type = find();
    if (type === undefined) throw new Error(`the embedded cluster can't serve ${formatGroupVersionKind(kind)}`);
    return type;
  }

  async #define(cluster: EmbeddedCluster, definition: KubernetesObject): Promise<void> {
    await cluster.apply(definition);
    // A definition is established in the next turn of the clock.
    await this.#clock.advance(0);
  }

  #started(): Promise<EmbeddedCluster> {
    this.#cluster ??= this.#start();
    return this.#cluster;
  }

  async #start(): Promise<EmbeddedCluster> {
    const cluster = await EmbeddedCluster.start({ clock: this.#clock, workloads: 'none' });
    const manifests: readonly KubernetesObject[] = this.#operator.toJson();
    for (const manifest of manifests.filter(({ kind }) => kind === definitionKind.kind)) {
      const definition = jsonObject({ ...manifest });
      // No manager converts objects.
      const spec = withFields(fieldsIn(definition.spec), { conversion: undefined });
      await this.#define(cluster, kubernetesObject({ ...definition, spec }));
    }
    await ensureNamespace(cluster, this.#namespace);
    return cluster;
  }
}

async function ensureNamespace(cluster: EmbeddedCluster, name: string | undefined): Promise<void> {
  if (name === undefined || cluster.state.store.get(namespaces, name) !== undefined) return;
  await cluster.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
}

function addressOf(kind: GroupVersionKind, key: ObjectKey): string {
  return formatObjectAddress({ kind, key });
}

function thirdPartyDefinition(kind: Kind): KubernetesObject {
  const { group, plural, scope, version } = kind;
  const openAPIV3Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  return {
    apiVersion: apiVersion(definitionKind),
    kind: definitionKind.kind,
    metadata: { name: definitionName(kind), annotations: { 'api-approved.kubernetes.io': 'unapproved, in a test' } },
    spec: {
      ...{ group, scope, names: { kind: kind.kind, plural } },
      versions: [
        { name: version, served: true, storage: true, schema: { openAPIV3Schema }, subresources: { status: {} } },
      ],
    },
  };
}
