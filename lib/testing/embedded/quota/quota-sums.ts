// In: changes of all objects. Out: the quotas of each namespace, and the amounts that they count. Read by admission and
// the quota controller.

import type { JsonObject } from '../../../api/index.ts';
import { metadataText, objectKeyText } from '../../../built-in/index.ts';
import { fieldAt, textMap } from '../../../schema/index.ts';
import { quotas } from '../collection.ts';
import { type Amount, type Amounts, amountDifference, amountSum, zeroAmount } from '../resource/amount.ts';
import type { ObjectStorage, StoredChange } from '../store/object-storage.ts';
import { ValueIndex } from '../store/value-index.ts';
import { countedCollection, objectUsage } from './object-usage.ts';
import { isInScope } from './quota-scope.ts';

/** The quotas of each namespace with the sums of the objects that they count, kept with each change of an object. */
export class QuotaSums {
  readonly #store: ObjectStorage;
  readonly #quotas: ValueIndex;
  /** Namespace and name of a quota → the sums of its resources, once they are asked for. */
  readonly #sums = new Map<string, Map<string, Amount>>();

  constructor(store: ObjectStorage) {
    this.#store = store;
    this.#quotas = new ValueIndex(store, quotas, (quota) => [metadataText(quota, 'namespace')]);
    store.subscribeAll((change) => this.#changed(change));
  }

  /** Returns the quotas of a namespace. */
  quotasIn(namespace: string): readonly JsonObject[] {
    return this.#quotas.at(namespace);
  }

  /** Returns the amount that a quota counts, for each resource that it limits. */
  used(quota: JsonObject): Amounts {
    const key = objectKeyText(quota);
    const sums = this.#sums.get(key) ?? this.#summed(quota);
    this.#sums.set(key, sums);
    return Object.fromEntries(sums);
  }

  #summed(quota: JsonObject): Map<string, Amount> {
    const resources = Object.keys(hardLimits(quota));
    const sums = new Map(resources.map((resource): [string, Amount] => [resource, zeroAmount]));
    const namespace = metadataText(quota, 'namespace');
    for (const collection of new Set(resources.flatMap((resource) => countedCollection(resource) ?? []))) {
      for (const [, object] of this.#store.list(collection)) {
        if (metadataText(object, 'namespace') === namespace)
          add(sums, usageUnder(quota, collection, object), amountSum);
      }
    }
    return sums;
  }

  #changed({ type, collection, object, previous }: StoredChange): void {
    const namespace = metadataText(object, 'namespace');
    if (namespace === '') return;
    if (collection === quotas) this.#forget(object, previous);
    for (const quota of this.quotasIn(namespace)) {
      const sums = this.#sums.get(objectKeyText(quota));
      if (sums === undefined) continue;
      if (previous !== undefined) add(sums, usageUnder(quota, collection, previous), amountDifference);
      if (type !== 'DELETED') add(sums, usageUnder(quota, collection, object), amountSum);
    }
  }

  /** The sums of a changed spec are others. */
  #forget(quota: JsonObject, previous: JsonObject | undefined): void {
    if (previous?.spec !== quota.spec) this.#sums.delete(objectKeyText(quota));
  }
}

/** Returns the limits of a quota. */
export function hardLimits(quota: JsonObject): Readonly<Record<string, string>> {
  return textMap(fieldAt(quota, 'spec.hard'));
}

/** Returns the amounts of an object that a quota counts. */
function usageUnder(quota: JsonObject, collection: string, object: JsonObject): Amounts {
  return isInScope(quota, collection, object) ? objectUsage(collection, object) : {};
}

function add(sums: Map<string, Amount>, usage: Amounts, merge: (one: Amount, other: Amount) => Amount): void {
  for (const [resource, amount] of Object.entries(usage)) {
    const present = sums.get(resource);
    if (present !== undefined) sums.set(resource, merge(present, amount));
  }
}
