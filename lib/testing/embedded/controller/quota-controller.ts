// In: quotas, and changes of the objects that they count. Out: the status of the quotas. Started by the embedded cluster.

import { isSameJson, type JsonObject } from '../../../api/index.ts';
import { metadataText, objectKeyText } from '../../../built-in/index.ts';
import { quotas } from '../collection.ts';
import { countedCollection } from '../quota/object-usage.ts';
import { hardLimits, type QuotaSums } from '../quota/quota-sums.ts';
import { amountText, zeroAmount } from '../resource/amount.ts';
import type { ServerState } from '../server-state.ts';

/** Keeps the limits and counts in the status of quotas, right after each request. */
export function keepQuotas(state: ServerState, sums: QuotaSums): void {
  const due = new Set<string>();
  state.store.subscribeAll(({ object }) => {
    const namespace = metadataText(object, 'namespace');
    if (namespace === '' || due.has(namespace)) return;
    due.add(namespace);
    queueMicrotask(() => {
      due.delete(namespace);
      for (const quota of sums.quotasIn(namespace)) putStatus(state, quota, sums.used(quota));
    });
  });
}

function putStatus({ registry, store }: ServerState, quota: JsonObject, sums: ReturnType<QuotaSums['used']>): void {
  const hard = hardLimits(quota);
  const used = Object.fromEntries(
    Object.keys(hard)
      .filter((resource) => registry.ofCollection(countedCollection(resource) ?? '') !== undefined)
      .map((resource) => [resource, amountText(sums[resource] ?? zeroAmount)]),
  );
  const status = { hard, used };
  if (!isSameJson(status, quota.status ?? {})) store.put(quotas, objectKeyText(quota), { ...quota, status });
}
