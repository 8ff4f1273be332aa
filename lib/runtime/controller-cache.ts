import {
  formatGroupVersionKind,
  groupVersionKind,
  type Kind,
  type ObjectKey,
  type StoredObject,
} from '../api/index.ts';
import { claimKind } from '../constructs/index.ts';
import type { Store } from './cache/index.ts';
import { type ControllerIndex, claimSeries, referenceTo } from './controller-index.ts';
import type { Observation } from './reconcile/index.ts';

/** The stores of one controller, by kind: what its passes look at. */
export class ControllerCache implements Observation {
  readonly #stores = new Map<string, Store<ControllerIndex>>();

  /** Takes in the store of a kind, from before anything is asked of it. */
  add(store: Store<ControllerIndex>): void {
    this.#stores.set(formatGroupVersionKind(store.kind), store);
  }

  /** The store that holds the objects of an object's kind; undefined if none does. */
  storeOf(object: StoredObject): Store<ControllerIndex> | undefined {
    return this.#stores.get(formatGroupVersionKind(groupVersionKind(object)));
  }

  has(kind: Kind): boolean {
    return this.#stores.has(formatGroupVersionKind(kind));
  }

  get(kind: Kind, key: ObjectKey): StoredObject | undefined {
    return this.#stores.get(formatGroupVersionKind(kind))?.get(key);
  }

  /** The resources of a kind that refer to an object. */
  referrersTo(object: StoredObject, kind: Kind): readonly StoredObject[] {
    return this.#stores.get(formatGroupVersionKind(kind))?.indexed('referrer', referenceTo(object)) ?? [];
  }

  claims(series: ObjectKey): readonly StoredObject[] {
    return this.#stores.get(formatGroupVersionKind(claimKind))?.indexed('series', claimSeries(series)) ?? [];
  }

  ownedBy(kind: Kind, uid: string): readonly StoredObject[] {
    return this.#stores.get(formatGroupVersionKind(kind))?.indexed('controller', uid) ?? [];
  }

  list(kind: Kind, namespace?: string, labels?: Readonly<Record<string, string>>): readonly StoredObject[] {
    return this.#stores.get(formatGroupVersionKind(kind))?.list({ namespace, labels }) ?? [];
  }
}
