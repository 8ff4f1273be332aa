// In: changes of definitions. Out: their status, the kinds that they serve, and the removal of custom resources with them.
// Started by the embedded cluster.

import { isJsonObject, isSameJson, type JsonObject } from '../../../api/index.ts';
import { isDeleting, metadataText, metadataTexts, withoutFinalizer } from '../../../built-in/index.ts';
import { type Clock, untilAborted } from '../../../clock/index.ts';
import { textMap } from '../../../schema/index.ts';
import { updatedFields } from '../apply/field-manager.ts';
import { cleanupFinalizer } from '../built-in/definition-strategy.ts';
import { definitions } from '../collection.ts';
import { definitionStatus } from '../custom/definition-status.ts';
import { definedCollection } from '../registry.ts';
import type { ResourceType } from '../resource-type.ts';
import type { ServerState } from '../server-state.ts';
import { StatusError } from '../status-error.ts';
import type { StoredChange } from '../store/object-storage.ts';
import { deleteStored } from '../write/object-delete.ts';
import { fieldWrite } from '../write/target.ts';

/** The name under which the API server writes its own fields. */
const manager = 'kube-apiserver';

/** Keeps the status of definitions and the kinds that they serve, and deletes their custom resources, at once after each write. */
export class DefinitionController {
  readonly #state: ServerState;
  readonly #endWatches: (collection: string) => void;
  readonly #signal: AbortSignal;

  constructor(state: ServerState, endWatches: (collection: string) => void, signal: AbortSignal) {
    this.#state = state;
    this.#endWatches = endWatches;
    this.#signal = signal;
    state.store.subscribe(definitions, (change) => this.#changed(change));
  }

  #changed({ type, object, previous }: StoredChange): void {
    if (type === 'DELETED') {
      this.#state.registry.withdraw(object);
      this.#endWatches(definedCollection(object));
      return;
    }
    // The client's response shows the definition as written; the status follows.
    this.#settleSoon(metadataText(object, 'name'));
    if (previous !== undefined && !isSameJson(previous.spec ?? {}, object.spec ?? {})) this.#endWatchesSoon(object);
  }

  #settleSoon(name: string): void {
    queueMicrotask(() => {
      void untilAccepted(() => this.#settle(name), this.#state.clock, this.#signal);
    });
  }

  /** Ends the watches of a definition whose spec has changed, as API servers do, after the kinds that it defines. */
  #endWatchesSoon(definition: JsonObject): void {
    queueMicrotask(() => this.#endWatches(definedCollection(definition)));
  }

  async #settle(name: string): Promise<void> {
    const { store, registry } = this.#state;
    const definition = store.get(definitions, name);
    if (definition === undefined) return;
    const { group = '' } = textMap(definition.spec);
    const status = definitionStatus(definition, registry.usedNames(group, name), this.#state.now());
    const isEnding = isDeleting(definition);
    if (!isSameJson(status, definition.status) && !isEnding) {
      const settled = this.#written(definition, { ...definition, status });
      registry.define(settled);
      store.put(definitions, name, settled);
      return;
    }
    registry.define(definition);
    if (isEnding && metadataTexts(definition, 'finalizers').includes(cleanupFinalizer)) await this.#cleanUp(definition);
  }

  /** Deletes the custom resources of a definition; when none is left, the definition goes too. */
  async #cleanUp(definition: JsonObject): Promise<void> {
    const { store, registry } = this.#state;
    const collection = definedCollection(definition);
    const type = registry.ofCollection(collection);
    for (const [key, object] of type === undefined ? [] : store.list(collection)) {
      if (type !== undefined) await this.#delete(type, key, object);
    }
    if (store.list(collection).length > 0) {
      const end = store.subscribe(collection, () => {
        end();
        this.#settleSoon(metadataText(definition, 'name'));
      });
      return;
    }
    const name = metadataText(definition, 'name');
    const next = withoutFinalizer(definition, cleanupFinalizer);
    if (metadataTexts(next, 'finalizers').length === 0) store.remove(definitions, name);
    else store.put(definitions, name, next);
  }

  async #delete(type: ResourceType, key: string, object: JsonObject): Promise<void> {
    if (!isDeleting(object)) await deleteStored(this.#state, { type, key }, { policy: undefined, isDryRun: false });
  }

  #written(before: JsonObject, after: JsonObject): JsonObject {
    const type = this.#state.registry.find('apiextensions.k8s.io', 'v1', 'customresourcedefinitions');
    if (type === undefined || !isJsonObject(after.metadata)) return after;
    return updatedFields(before, after, fieldWrite(this.#state, type, { name: manager, subresource: 'status' }));
  }
}

/** The pause after a failure. */
const retryMs = 1_000;

/**
 * Does work, again each second while the API server refuses a request of it, as for a conversion webhook that is away.
 * Ends when `signal` aborts.
 *
 * @throws errors that aren't responses of the API server.
 */
async function untilAccepted(work: () => Promise<void>, clock: Clock, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await work();
      return;
    } catch (error) {
      if (!StatusError.is(error)) throw error;
      // Unlike a timer, a sleep keeps the process alive.
      await untilAborted(clock.sleep(retryMs, signal), signal);
    }
  }
}
