// In: a controller, and its dependencies. Out: what all its reconciles share. Created once for each controller.

import type { EffectContext, GroupVersionKind, Kind, ObjectKey, StoredObject } from '../../api/index.ts';
import type { DeclaredRequests } from '../../client/index.ts';
import type { Clock } from '../../clock/index.ts';
import { type Controller, Operator } from '../../constructs/index.ts';
import type { Child } from '../../render/index.ts';
import type { ReconcileMetrics } from '../../telemetry/index.ts';
import { FieldConflicts } from './applying/field-conflict.ts';
import { RepeatedConflicts } from './applying/repeated-conflict.ts';
import { childDifferences } from './comparison/difference.ts';
import { PermanentDifferences } from './comparison/permanent-differences.ts';
import type { PublishedShapes } from './comparison/published-shape.ts';
import type { Journal } from './journal.ts';
import { DeletionBudget } from './pruning/deletion-budget.ts';
import type { ReconcileCache } from './reconcile-cache.ts';
import { HotLoops } from './safeguards/hot-loop.ts';
import { StatusWriter } from './status/status-writer.ts';

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
