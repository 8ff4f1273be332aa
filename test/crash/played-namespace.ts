// Simulates the controllers of a namespace on a control plane without controllers, when the test requests it, and
// returns all contents for a comparison. Used by the tests of crashes, in which nothing else may change by itself.

import { k8s } from 'cdk8s-plus-28';
import {
  isJsonObject,
  type JsonObject,
  type Kind,
  type KubernetesObject,
  objectKey,
  resolveKind,
  type StoredObject,
} from '../../lib/api/index.ts';
import { type Client, isAlreadyExists, isConflict, isNotFound } from '../../lib/client/index.ts';

const kinds = {
  namespaces: resolveKind(k8s.KubeNamespace),
  accounts: resolveKind(k8s.KubeServiceAccount),
  services: resolveKind(k8s.KubeService),
  deployments: resolveKind(k8s.KubeDeployment),
  statefulSets: resolveKind(k8s.KubeStatefulSet),
  pods: resolveKind(k8s.KubePod),
  claims: resolveKind(k8s.KubePersistentVolumeClaim),
  storageClasses: resolveKind(k8s.KubeStorageClass),
} as const;

/** The kinds whose objects a run may leave behind, without Pods, which this class creates. */
const compared = [kinds.accounts, kinds.services, kinds.deployments, kinds.statefulSets, kinds.claims];

const storageClass = 'growing';

/** The fields of Deployments and StatefulSets that their controllers read. */
interface Workload extends StoredObject {
  readonly spec: {
    readonly replicas: number;
    readonly selector: { readonly matchLabels: Readonly<Record<string, string>> };
    readonly volumeClaimTemplates?: readonly StoredObject[];
  };
  readonly status: { readonly observedGeneration?: number; readonly readyReplicas?: number };
}

/** A namespace in which this class simulates all controllers and the garbage collector. */
export class PlayedNamespace {
  readonly name: string;
  readonly #client: Client;
  readonly #resources: Kind;

  /** Creates a namespace. @param resources - the kind of the custom resources that own its objects. */
  static async create(client: Client, name: string, resources: Kind): Promise<PlayedNamespace> {
    await client.create(kinds.namespaces, { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { namespace: name, name: 'default' } };
    await client.create(kinds.accounts, account);
    return new PlayedNamespace(client, name, resources);
  }

  private constructor(client: Client, name: string, resources: Kind) {
    this.#client = client;
    this.name = name;
    this.#resources = resources;
  }

  /** Does the current work of controllers once. Harmless if there is none. */
  async play(): Promise<void> {
    const [deployments, statefulSets] = await Promise.all([
      this.#workloads(kinds.deployments),
      this.#workloads(kinds.statefulSets),
    ]);
    for (const each of deployments) await this.#playDeployment(each);
    for (const each of statefulSets) await this.#playStatefulSet(each);
    await this.#collectGarbage();
  }

  /** Returns a custom resource, or undefined if it doesn't exist. */
  async resource(name: string): Promise<StoredObject | undefined> {
    try {
      return await this.#client.get(this.#resources, { namespace: this.name, name });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  /** Returns all contents, without fields that differ between runs: times, versions, uids and the namespace's name. */
  async content(): Promise<readonly JsonObject[]> {
    const lists = await Promise.all([this.#resources, ...compared].map((kind) => this.#list(kind)));
    const objects = lists.flat();
    const uids = new Map(objects.map((object) => [object.metadata.uid, `${object.kind} ${object.metadata.name}`]));
    return objects
      .filter(({ kind, metadata }) => kind !== 'ServiceAccount' || metadata.name !== 'default')
      .map((object) =>
        timelessObject(object, (text) =>
          text.replaceAll(this.name, 'here').replaceAll(uidPattern, (uid) => uids.get(uid) ?? 'unknown'),
        ),
      );
  }

  async #playDeployment(deployment: Workload): Promise<void> {
    const { replicas, selector } = deployment.spec;
    const present = await this.#list(kinds.pods, selector.matchLabels);
    for (let index = present.length; index < replicas; index += 1) {
      const name = `${deployment.metadata.name}-${index}`;
      const metadata = { namespace: this.name, name, labels: selector.matchLabels };
      const spec = { automountServiceAccountToken: false, containers: [{ name: 'server', image: 'server' }] };
      await this.#create(kinds.pods, { apiVersion: 'v1', kind: 'Pod', metadata, spec });
    }
    const surplus = present.sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1)).slice(replicas);
    for (const pod of surplus) await this.#client.delete(kinds.pods, objectKey(pod));
    await this.#report(kinds.deployments, deployment);
  }

  async #playStatefulSet(statefulSet: Workload): Promise<void> {
    const { deletionTimestamp, finalizers, resourceVersion } = statefulSet.metadata;
    if (deletionTimestamp !== undefined) {
      const left = finalizers?.filter((name) => name !== 'orphan');
      const body = { metadata: { resourceVersion, finalizers: left } } as JsonObject;
      await this.#patchUnchanged(kinds.statefulSets, statefulSet, body);
      return;
    }
    for (const template of statefulSet.spec.volumeClaimTemplates ?? []) {
      for (let ordinal = 0; ordinal < statefulSet.spec.replicas; ordinal += 1) {
        await this.#playClaim(statefulSet, template, ordinal);
      }
    }
    await this.#report(kinds.statefulSets, statefulSet);
  }

  async #playClaim({ metadata, spec }: Workload, template: StoredObject, ordinal: number): Promise<void> {
    const name = `${template.metadata.name}-${metadata.name}-${ordinal}`;
    const claim = await this.#create(kinds.claims, {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { namespace: this.name, name, labels: spec.selector.matchLabels },
      spec: { ...(template.spec as JsonObject), storageClassName: storageClass },
    });
    const { requests } = (claim.spec as { resources: { requests: JsonObject } }).resources;
    const { phase, capacity } = (claim.status ?? {}) as { phase?: string; capacity?: { storage?: string } };
    if (phase === 'Bound' && capacity?.storage === requests.storage) return;
    const body = { status: { phase: 'Bound', capacity: requests } };
    await this.#client.patch(kinds.claims, objectKey(claim), { type: 'merge', body }, { subresource: 'status' });
  }

  /** Reports in the status of a workload that it is ready. */
  async #report(kind: Kind, { metadata, spec, status }: Workload): Promise<void> {
    const { replicas } = spec;
    if (status.observedGeneration === metadata.generation && status.readyReplicas === replicas) return;
    const counts = { replicas, readyReplicas: replicas, updatedReplicas: replicas, availableReplicas: replicas };
    const { generation = 0, resourceVersion } = metadata;
    const body = { metadata: { resourceVersion }, status: { observedGeneration: generation, ...counts } };
    await this.#patchUnchanged(kind, { metadata }, body, { subresource: 'status' });
  }

  /** Patches an object, unless it has changed meanwhile: then the next call retries. */
  async #patchUnchanged(
    kind: Kind,
    object: Pick<StoredObject, 'metadata'>,
    body: JsonObject,
    options: { readonly subresource?: string } = {},
  ): Promise<void> {
    try {
      await this.#client.patch(kind, objectKey(object), { type: 'merge', body }, options);
    } catch (error) {
      if (!isConflict(error) && !isNotFound(error)) throw error;
    }
  }

  async #collectGarbage(): Promise<void> {
    const owners = new Set((await this.#list(this.#resources)).map(({ metadata }) => metadata.uid));
    for (const kind of compared) {
      for (const object of await this.#list(kind)) {
        const owner = object.metadata.ownerReferences?.find(({ controller }) => controller === true);
        if (owner !== undefined && !owners.has(owner.uid)) await this.#client.delete(kind, objectKey(object));
      }
    }
  }

  /** Creates an object. @returns it, or the existing one. */
  async #create(kind: Kind, object: KubernetesObject): Promise<StoredObject> {
    try {
      return await this.#client.create(kind, object);
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      return await this.#client.get(kind, objectKey(object));
    }
  }

  async #workloads(kind: Kind): Promise<readonly Workload[]> {
    return (await this.#list(kind)) as Workload[];
  }

  async #list(kind: Kind, labels: Readonly<Record<string, string>> = {}): Promise<StoredObject[]> {
    const labelSelector = Object.entries(labels)
      .map(([name, value]) => `${name}=${value}`)
      .join(',');
    const { items } = await this.#client.list(kind, { namespace: this.name, labelSelector });
    return [...items];
  }
}

/** Creates the StorageClass of the simulated volumes. */
export async function createStorageClass(client: Client): Promise<void> {
  await client.create(kinds.storageClasses, {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: storageClass },
    provisioner: 'example.com/none',
    allowVolumeExpansion: true,
  });
}

const uidPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const fleeting = new Set(['resourceVersion', 'creationTimestamp', 'time', 'lastTransitionTime']);

function timelessObject(object: object, rename: (text: string) => string): JsonObject {
  return timeless(object, rename) as JsonObject;
}

/** Returns a copy without fields that differ between runs. */
function timeless(value: unknown, rename: (text: string) => string): unknown {
  if (typeof value === 'string') return rename(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => timeless(item, rename));
    // Entries of managed fields are sorted by their times.
    return items.every((item) => isJsonObject(item) && 'fieldsV1' in item)
      ? items.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
      : items;
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([field]) => !fleeting.has(field))
      .map(([field, content]) => [rename(field), timeless(content, rename)]),
  );
}
