// In: the requests of a reconcile that is previewed. Out: the responses of the API server to dry runs, and the changes that
// the same requests would make. Created for each previewed reconcile.

import { randomUUID } from 'node:crypto';
import {
  formatObjectAddress,
  groupVersionKind,
  isSameJson,
  type Kind,
  type KubernetesObject,
  type ObjectKey,
  objectKey,
  type StoredObject,
} from '../../api/index.ts';
import { type ApplyOptions, type DeclaredRequests, isNotFound } from '../../client/index.ts';
import type { ReconcileCache } from '../reconcile/index.ts';

/** The change of one object. The objects are without statuses and without the fields that each write changes. */
export interface PreviewedChange {
  /** `recreate`: the object can't be changed, and is deleted to be created again. */
  readonly action: 'create' | 'change' | 'recreate' | 'prune';
  /** The object as it is; undefined if it is created. */
  readonly before: KubernetesObject | undefined;
  /** The object as the API server would store it; undefined if it is deleted. */
  readonly after: KubernetesObject | undefined;
}

const namespaceKind = { group: '', kind: 'Namespace' };

/** The writes of one reconcile, as dry runs. */
export class DryRun {
  readonly #requests: DeclaredRequests;
  readonly #cache: Pick<ReconcileCache, 'get'>;
  readonly #changes = new Map<string, PreviewedChange>();
  /** The response to the trial of a new child in the place of one that can't be changed. */
  #trial: StoredObject | undefined;

  constructor(requests: DeclaredRequests, cache: Pick<ReconcileCache, 'get'>) {
    this.#requests = requests;
    this.#cache = cache;
  }

  /** The changes, in the order of the writes. */
  get changes(): readonly PreviewedChange[] {
    return [...this.#changes.values()];
  }

  /** Returns true if the reconcile would write or delete an object. */
  has(kind: Kind, key: ObjectKey): boolean {
    return this.#changes.has(formatObjectAddress({ kind, key }));
  }

  /** Sends reads unchanged and writes as dry runs. A write of a status is not sent, and answered with the present object. */
  readonly client: DeclaredRequests = {
    get: (kind, key, options) => this.#requests.get(kind, key, options),
    list: (kind, options) => this.#requests.list(kind, options),
    create: async (kind, object, options) => {
      this.#trial = await this.#requests.create(kind, object, { ...options, dryRun: true });
      return this.#trial;
    },
    apply: async (kind, object, options) => {
      const key = objectKey(object);
      // A child that exists is applied by its uid.
      const before = object.metadata.uid === undefined ? undefined : await this.#present(kind, key);
      const after = await this.#applied(kind, object, { ...options, dryRun: true });
      this.#note(before, after);
      return after;
    },
    patch: async (kind, key, patch, options) => {
      const before = await this.#present(kind, key);
      if (options?.subresource === 'status') return before;
      const after = await this.#requests.patch(kind, key, patch, { ...options, dryRun: true });
      this.#note(before, after);
      return after;
    },
    delete: async (kind, key, options) => {
      const before = await this.#present(kind, key);
      await this.#requests.delete(kind, key, { ...options, dryRun: true });
      this.#note(before, undefined);
    },
  };

  /** Notes that a deleted child is created again, as its trial has shown. */
  noteRecreation(child: StoredObject): void {
    const after = this.#trial && { ...this.#trial, metadata: { ...this.#trial.metadata, name: child.metadata.name } };
    this.#note(child, after, 'recreate');
  }

  async #present(kind: Kind, key: ObjectKey): Promise<StoredObject> {
    return this.#cache.get(kind, key) ?? (await this.#requests.get(kind, key));
  }

  async #applied(kind: Kind, object: KubernetesObject, options: ApplyOptions): Promise<StoredObject> {
    try {
      return await this.#requests.apply(kind, object, options);
    } catch (error) {
      const { namespace = '' } = object.metadata;
      // A dry run creates no namespace for the objects after it.
      if (
        !isNotFound(error) ||
        !this.#changes.has(formatObjectAddress({ kind: namespaceKind, key: { name: namespace } }))
      )
        throw error;
      const { resourceVersion: _, ...metadata } = object.metadata;
      return { ...object, metadata: { ...metadata, uid: randomUUID(), resourceVersion: '', creationTimestamp: '' } };
    }
  }

  #note(before: StoredObject | undefined, after: StoredObject | undefined, action = actionOf(before, after)): void {
    const object = after ?? before;
    const shown = { before: before && comparableObject(before), after: after && comparableObject(after) };
    if (object === undefined || isSameJson(shown.before, shown.after)) return;
    this.#changes.set(formatObjectAddress({ kind: groupVersionKind(object), key: objectKey(object) }), {
      action,
      ...shown,
    });
  }
}

function actionOf(before: StoredObject | undefined, after: StoredObject | undefined): PreviewedChange['action'] {
  if (before === undefined) return 'create';
  return after === undefined ? 'prune' : 'change';
}

/** Returns an object without its status, and without metadata that the API server sets by itself. */
function comparableObject({ status: _, metadata, ...fields }: StoredObject): KubernetesObject {
  const { managedFields, resourceVersion, generation, uid, creationTimestamp, ...authored } = metadata;
  return { ...fields, metadata: authored };
}
