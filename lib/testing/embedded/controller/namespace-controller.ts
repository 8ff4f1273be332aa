// In: namespaces whose deletion has begun. Out: the deletion of their objects, then of the namespaces. Started by the embedded
// cluster.

import { isJsonObject } from '../../../api/index.ts';
import { metadataText } from '../object.ts';
import { controllerRequester } from '../request.ts';
import type { ServerState } from '../server-state.ts';
import { deleteObject } from '../write/object-delete.ts';
import { isDeleted } from '../write/object-write.ts';
import type { ControllerQueue } from './controller-queue.ts';

const namespaces = '/namespaces';
const requester = controllerRequester('namespace-controller');
const deletion = {
  uid: undefined,
  resourceVersion: undefined,
  policy: 'Background',
  isDryRun: false,
  written: {},
} as const;

/** Empties namespaces that are deleted, in the turn of the clock after the deletion. */
export class NamespaceController {
  readonly #state: ServerState;

  constructor(state: ServerState, queue: ControllerQueue) {
    this.#state = state;
    state.store.subscribeAll(() => queue.add('namespaces', () => this.#empty()));
  }

  async #empty(): Promise<void> {
    const { store } = this.#state;
    for (const [name, namespace] of store.list(namespaces)) {
      if (metadataText(namespace, 'deletionTimestamp') === '') continue;
      if (await this.#deleteContent(name)) this.#finalize(name);
    }
  }

  /** Returns true if the namespace is empty. */
  async #deleteContent(namespace: string): Promise<boolean> {
    const { store, registry } = this.#state;
    let isEmpty = true;
    for (const type of registry.collections().filter((each) => each.isNamespaced)) {
      for (const [key, object] of store.list(type.collection)) {
        if (!key.startsWith(`${namespace}/`)) continue;
        if (metadataText(object, 'deletionTimestamp') === '') {
          await deleteObject(this.#state, { type, namespace, name: metadataText(object, 'name'), requester }, deletion);
        }
        isEmpty &&= store.get(type.collection, key) === undefined;
      }
    }
    return isEmpty;
  }

  #finalize(name: string): void {
    const { store, registry } = this.#state;
    const namespace = store.get(namespaces, name);
    const type = registry.find('', 'v1', 'namespaces');
    if (namespace === undefined || type === undefined) return;
    const next = { ...namespace, spec: { ...(isJsonObject(namespace.spec) && namespace.spec), finalizers: [] } };
    if (isDeleted(type, next)) store.remove(namespaces, name);
    else store.put(namespaces, name, next);
  }
}
