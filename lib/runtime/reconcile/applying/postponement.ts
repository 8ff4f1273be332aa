// In: the dependencies of a child, and the outcome of the children before it. Out: the reason why it isn't created yet,
// for a condition. Called for absent children, so that a converged resource costs nothing here.

import { formatObjectAddress, type ObjectAddress } from '../../../api/index.ts';
import type { Controller } from '../../../constructs/index.ts';
import { type Child, type ChildGroup, readiness } from '../../../render/index.ts';
import type { LiveObjects } from '../live-objects.ts';
import type { ReconcileCache } from '../reconcile-cache.ts';

/** The caches, and the policies for children. */
interface PostponementScope {
  readonly cache: Pick<ReconcileCache, 'listState'>;
  readonly controller: Pick<Controller, 'policy'>;
}

/**
 * The reasons why the children of one reconcile are postponed. A child that several children wait for is checked once.
 */
export class Postponements {
  readonly #live: Pick<LiveObjects, 'ownedObject'>;
  readonly #scope: PostponementScope;
  /** The addresses of the children that were deleted, and are recreated when they are gone. */
  readonly #going = new Set<string>();
  readonly #known = new Map<readonly ChildGroup[], string | undefined>();
  readonly #unreadyIn = new Map<ChildGroup, string | undefined>();

  constructor(live: Pick<LiveObjects, 'ownedObject'>, scope: PostponementScope) {
    this.#live = live;
    this.#scope = scope;
  }

  /** Notes that a child was deleted, and is recreated when it is gone. */
  noteDeletion(child: Child): void {
    this.#going.add(formatObjectAddress(child));
  }

  /** Returns why a child isn't created yet, such as `waits for Job migration, which has failed`; undefined if it may be. */
  reasonFor({ waitsFor = [] }: Child): string | undefined {
    if (waitsFor.length === 0) return undefined;
    if (!this.#known.has(waitsFor)) this.#known.set(waitsFor, this.#computeReason(waitsFor));
    return this.#known.get(waitsFor);
  }

  #computeReason(groups: readonly ChildGroup[]): string | undefined {
    for (const group of groups) {
      const unready = this.#unreadyChildOf(group);
      if (unready !== undefined) return `waits for ${unready}`;
    }
    return undefined;
  }

  /** Returns the first child of a group that isn't ready, with the reason. */
  #unreadyChildOf(group: ChildGroup): string | undefined {
    if (!this.#unreadyIn.has(group)) this.#unreadyIn.set(group, this.#firstUnreadyChild(group));
    return this.#unreadyIn.get(group);
  }

  #firstUnreadyChild(group: ChildGroup): string | undefined {
    for (const child of group) {
      if (this.#isDispensable(child)) continue;
      const title = `${child.kind.kind} ${child.key.name}`;
      const object = this.#live.ownedObject(child);
      if (object === undefined) return `${title}, which is not there yet`;
      if (this.#going.has(formatObjectAddress(child))) return `${title}, which is being deleted, and then recreated`;
      const { state } = readiness(object);
      if (state === 'failed') return `${title}, which has failed`;
      if (state === 'in-progress') return `${title}, which is not ready`;
    }
    return undefined;
  }

  /** Returns true if the definition lets the resource be ready without a child that can't be created. */
  #isDispensable({ kind, key }: ObjectAddress): boolean {
    const { cache, controller } = this.#scope;
    return controller.policy(kind).whenNotServed !== 'report' && cache.listState(kind, key.namespace) === 'not-served';
  }
}
