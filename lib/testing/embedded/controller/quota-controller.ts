// In: quotas, and changes of the objects that they count. Out: the status of the quotas. Started by the embedded cluster.

import { isSameJson, type JsonObject } from '../../../api/index.ts';
import { metadataText } from '../../../built-in/index.ts';
import { quotas } from '../collection.ts';
import { countedCollection } from '../quota/object-usage.ts';
import { hardLimits, type QuotaSums } from '../quota/quota-sums.ts';
import { amountText, zeroAmount } from '../resource/amount.ts';
import type { ServerState } from '../server-state.ts';

/** Keeps the limits and counts in the status of quotas, right after each request. */
export class QuotaController {
  readonly #state: ServerState;
  readonly #sums: QuotaSums;
  readonly #due = new Set<string>();

  constructor(state: ServerState, sums: QuotaSums) {
    this.#state = state;
    this.#sums = sums;
    state.store.subscribeAll(({ object }) => this.#countSoon(metadataText(object, 'namespace')));
  }

  #countSoon(namespace: string): void {
    if (namespace === '' || this.#due.has(namespace)) return;
    this.#due.add(namespace);
    queueMicrotask(() => {
      this.#due.delete(namespace);
      for (const quota of this.#sums.quotasIn(namespace)) this.#count(quota, namespace);
    });
  }

  #count(quota: JsonObject, namespace: string): void {
    const { registry, store } = this.#state;
    const hard = hardLimits(quota);
    const sums = this.#sums.used(quota);
    const used = Object.fromEntries(
      Object.keys(hard)
        .filter((resource) => registry.ofCollection(countedCollection(resource) ?? '') !== undefined)
        .map((resource) => [resource, amountText(sums[resource] ?? zeroAmount)]),
    );
    const status = { hard, used };
    if (isSameJson(status, quota.status ?? {})) return;
    store.put(quotas, `${namespace}/${metadataText(quota, 'name')}`, { ...quota, status });
  }
}
