// In: quotas, and changes of the objects that they count. Out: the status of the quotas. Started by the embedded cluster.

import { isSameJson, type JsonObject } from '../../../api/index.ts';
import { type CountedObjects, countedCollection } from '../admission/plugin/resource-quota.ts';
import { quotas } from '../collection.ts';
import { fieldAt, textMap } from '../field.ts';
import { metadataText } from '../object.ts';
import type { ServerState } from '../server-state.ts';

/** Keeps the limits and counts in the status of quotas, right after each request. */
export class QuotaController {
  readonly #state: ServerState;
  readonly #counted: CountedObjects;
  readonly #due = new Set<string>();

  constructor(state: ServerState, counted: CountedObjects) {
    this.#state = state;
    this.#counted = counted;
    state.store.subscribeAll(({ object }) => this.#countSoon(metadataText(object, 'namespace')));
  }

  #countSoon(namespace: string): void {
    if (namespace === '' || this.#due.has(namespace)) return;
    this.#due.add(namespace);
    queueMicrotask(() => {
      this.#due.delete(namespace);
      for (const quota of this.#counted.quotasIn(namespace)) this.#count(quota, namespace);
    });
  }

  #count(quota: JsonObject, namespace: string): void {
    const { registry, store } = this.#state;
    const hard = textMap(fieldAt(quota, 'spec.hard'));
    const counted = Object.keys(hard).filter(
      (resource) => registry.ofCollection(countedCollection(resource) ?? '') !== undefined,
    );
    const used = Object.fromEntries(
      counted.map((resource) => [resource, String(this.#counted.count(resource, namespace))]),
    );
    const status = { hard, used };
    if (isSameJson(status, quota.status ?? {})) return;
    store.put(quotas, `${namespace}/${metadataText(quota, 'name')}`, { ...quota, status });
  }
}
