// In: what the reconciles of a controller share, and a resource. Out: one reconcile, which its steps read and note their
// findings in. Created by the reconcile.

import { formatObjectKey, objectKey, type StoredObject, UnseenKindError } from '../../api/index.ts';
import type { DeclaredRequests } from '../../client/index.ts';
import { Postponements } from './applying/postponement.ts';
import type { ControllerScope } from './controller-scope.ts';
import { LiveObjects } from './live-objects.ts';
import type { DeletionTurns } from './pruning/deletion-budget.ts';
import { Freshness } from './safeguards/freshness.ts';
import { ReconcileTime } from './safeguards/reconcile-time.ts';
import { failureCauseOf } from './status/failure.ts';
import type { FailureCause } from './status/failure-cause.ts';

/** One reconcile of one resource. It must be ended by the end of its {@link ReconcileRun.time}. */
export class ReconcileRun {
  readonly scope: ControllerScope;
  /** The resource as the cache holds it, or as the last write of its finalizers has answered. */
  resource: StoredObject;
  /** Writes for the resource, as long as this process may. */
  readonly client: DeclaredRequests;
  readonly freshness: Freshness;
  /** The objects of the cluster as of this moment. */
  readonly live: LiveObjects;
  readonly postponements: Postponements;
  /** The turns at which children may be deleted. */
  readonly turns: DeletionTurns;
  readonly time: ReconcileTime;
  /** Aborts when the reconcile is to end before it is complete: its time is over, or the process is to stop. */
  readonly signal: AbortSignal;
  /** True as soon as the resource has rendered children. */
  hasRendered = false;
  #unavailableCause: FailureCause | undefined;

  constructor(scope: ControllerScope, resource: StoredObject, signal: AbortSignal) {
    const { clock, controller, deletions, writerFor } = scope;
    const { kind, timeout } = controller;
    const { namespace, name } = resource.metadata;
    this.scope = scope;
    this.resource = resource;
    this.client = writerFor({ namespace, name });
    this.time = new ReconcileTime(clock, timeout, signal);
    this.signal = this.time.signal;
    this.freshness = new Freshness(resource, { client: this.client, kind, signal: this.signal });
    this.turns = deletions.turnsOf(formatObjectKey({ namespace, name }));
    this.live = new LiveObjects(scope, resource);
    this.postponements = new Postponements(this.live, scope);
  }

  /** The reason why a callback has given no result; undefined if each has given one. */
  get unavailableCause(): FailureCause | undefined {
    return this.#unavailableCause;
  }

  /** Adds or removes a finalizer; fails with a conflict if the resource has changed since it was read. */
  async writeFinalizer(change: 'add' | 'remove', finalizer: string): Promise<void> {
    const { client, resource, scope, signal } = this;
    const { finalizers: present = [], resourceVersion } = resource.metadata;
    const others = present.filter((name) => name !== finalizer);
    const finalizers = change === 'add' ? [...others, finalizer] : others;
    const patch = { type: 'merge', body: { metadata: { finalizers, resourceVersion } } } as const;
    this.resource = await client.patch(scope.controller.kind, objectKey(resource), patch, { signal });
    scope.journal.objectWritten(objectKey(resource), this.resource);
  }

  /**
   * Returns the result of a callback; undefined if it has asked for a kind that can't be seen.
   *
   * @param name - in backticks. If the time of the reconcile ends meanwhile, the error names it.
   * @throws any other error of the callback.
   */
  async resultOf<Result>(name: string, callback: () => Result | Promise<Result>): Promise<Result | undefined> {
    const { controller, withLog } = this.scope;
    try {
      return await this.time.runCallback(name, () => withLog(objectKey(this.resource), callback));
    } catch (error) {
      if (!UnseenKindError.is(error)) throw error;
      this.#unavailableCause ??= failureCauseOf(error, controller.kind);
      return undefined;
    }
  }
}
