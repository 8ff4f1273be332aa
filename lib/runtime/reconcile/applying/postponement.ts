// In: the dependencies of a child, and the outcome of the children before it. Out: the reason why it isn't created yet,
// for a condition. Called for absent children, so that a converged resource costs nothing here.

import type { ObjectAddress, StoredObject } from '../../../api/index.ts';
import { type Child, type ChildGroup, readiness } from '../../../render/index.ts';

/** The state of the children that other children wait for. */
export interface PostponementContext {
  /** Returns the object of a child, if the resource controls it. */
  readonly own: (child: ObjectAddress) => StoredObject | undefined;
  /** Returns true if a child has just been deleted, and is recreated when it is gone. */
  readonly isGoing: (child: ObjectAddress) => boolean;
  /** Returns true if the definition lets the resource be ready without a child that can't be created. */
  readonly isDispensable: (child: ObjectAddress) => boolean;
}

/**
 * The reasons why the children of one reconcile are postponed. A child that several children wait for is checked once.
 */
export class Postponements {
  readonly #context: PostponementContext;
  readonly #known = new Map<readonly ChildGroup[], string | undefined>();
  readonly #unreadyIn = new Map<ChildGroup, string | undefined>();

  constructor(context: PostponementContext) {
    this.#context = context;
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
    if (!this.#unreadyIn.has(group)) this.#unreadyIn.set(group, firstUnreadyChild(group, this.#context));
    return this.#unreadyIn.get(group);
  }
}

function firstUnreadyChild(
  group: ChildGroup,
  { own, isGoing, isDispensable }: PostponementContext,
): string | undefined {
  for (const child of group) {
    if (isDispensable(child)) continue;
    const title = `${child.kind.kind} ${child.key.name}`;
    const object = own(child);
    if (object === undefined) return `${title}, which is not there yet`;
    if (isGoing(child)) return `${title}, which is being deleted, and then recreated`;
    const { state } = readiness(object);
    if (state === 'failed') return `${title}, which has failed`;
    if (state === 'in-progress') return `${title}, which is not ready`;
  }
  return undefined;
}
