// The two lifetimes of the reconcile: what all reconciles of a controller share, and one reconcile.

import {
  type EffectContext,
  formatObjectKey,
  type GroupVersionKind,
  type Kind,
  type ObjectKey,
  objectKey,
  type StoredObject,
  UnseenKindError,
} from '../../api/index.ts';
import type { DeclaredRequests } from '../../client/index.ts';
import type { Clock } from '../../clock/index.ts';
import { type Controller, Operator } from '../../constructs/index.ts';
import type { Child } from '../../render/index.ts';
import type { ReconcileMetrics } from '../../telemetry/index.ts';
import { FieldConflicts } from './applying/field-conflict.ts';
import { Postponements } from './applying/postponement.ts';
import { RepeatedConflicts } from './applying/repeated-conflict.ts';
import { childDifferences } from './comparison/difference.ts';
import { PermanentDifferences } from './comparison/permanent-differences.ts';
import type { PublishedShapes } from './comparison/published-shape.ts';
import type { Journal } from './journal.ts';
import { DeletionBudget } from './pruning/deletion-budget.ts';
import { LiveObjects } from './rendering/live-objects.ts';
import type { ReconcileCache } from './rendering/reconcile-cache.ts';
import { Freshness } from './safeguards/freshness.ts';
import { HotLoops } from './safeguards/hot-loop.ts';
import { ReconcileTime } from './safeguards/reconcile-time.ts';
import { failureCauseOf } from './status/failure-cause.ts';
import type { FailureCause } from './status/standard-conditions.ts';
import { StatusWriter } from './status/status-writer.ts';

/** The dependencies of one controller's reconciles. */
export interface ReconcilePorts {
  /** Returns a client that writes for a resource, as long as this process may. */
  readonly writerFor: (resource: ObjectKey) => DeclaredRequests;
  readonly cache: ReconcileCache;
  /** Image → the image that children start in its place. @default the image itself */
  readonly images?: ReadonlyMap<string, string> | undefined;
  /** Returns children with redacted Secrets, as the objects of a trace have them. @default none */
  readonly redacted?: ((children: readonly Child[]) => readonly Child[]) | undefined;
  /** Returns the kinds whose caches don't show, after a long time, the last write for a resource. */
  readonly lagging: (resource: ObjectKey) => readonly GroupVersionKind[];
  readonly clock: Clock;
  readonly fieldManager: string;
  /** Shared by all controllers. */
  readonly shapes: Pick<PublishedShapes, 'of' | 'learn'>;
  readonly journal: Journal;
  /**
   * Returns the client, the Events and the logger that callbacks get for a resource. Undefined if callbacks that may have
   * effects aren't called.
   */
  readonly effects: (resource: StoredObject, signal: AbortSignal) => EffectContext | undefined;
  /** Runs a callback so that the resource's logger takes the `console` output of libraries. */
  readonly withLog: <Result>(resource: ObjectKey, callback: () => Result) => Result;
  readonly metrics: ReconcileMetrics;
}

/** Everything that the reconciles of a controller share. It lives as long as the controller. */
export interface ControllerScope extends ReconcilePorts {
  readonly controller: Controller;
  /** Returns true if a kind is a third-party kind, whose definition may come and go. */
  readonly isThirdParty: (kind: Kind) => boolean;
  readonly permanentDifferences: PermanentDifferences;
  readonly fieldConflicts: FieldConflicts;
  readonly repeatedConflicts: RepeatedConflicts;
  readonly deletions: DeletionBudget;
  readonly hotLoops: HotLoops;
  readonly statuses: StatusWriter;
  /** A cached state of a resource → the addresses of the children that were created for it. */
  readonly created: WeakMap<StoredObject, Set<string>>;
  /** Key → uid of the resources that have been cleaned up and may still be in the cache. */
  readonly cleaned: Map<string, string>;
}

/** Creates what the reconciles of a controller share. */
export function controllerScope(controller: Controller, ports: ReconcilePorts): ControllerScope {
  const { clock, fieldManager, metrics, shapes } = ports;
  const operator = Operator.of(controller);
  return {
    ...ports,
    controller,
    isThirdParty: (kind) => operator.isThirdParty(kind),
    permanentDifferences: new PermanentDifferences((live, desired) =>
      childDifferences(live, desired, { fieldManager }, shapes.of(desired)),
    ),
    fieldConflicts: new FieldConflicts(clock),
    repeatedConflicts: new RepeatedConflicts(clock),
    deletions: new DeletionBudget(clock, metrics, { perMinute: controller.deletionLimits.deletionsPerMinute }),
    hotLoops: new HotLoops(clock, metrics),
    statuses: new StatusWriter(controller.kind, ports),
    created: new WeakMap(),
    cleaned: new Map(),
  };
}

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
  readonly turns: ReturnType<DeletionBudget['turnsOf']>;
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
    this.live = new LiveObjects(this);
    this.postponements = new Postponements(this);
  }

  /** The reason why a callback has given no result; undefined if each has given one. */
  get unavailableCause(): FailureCause | undefined {
    return this.#unavailableCause;
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
