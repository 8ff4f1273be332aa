import type { EffectContext, GroupVersionKind, ObjectKey, StoredObject } from '../../api/index.ts';
import type { Client } from '../../client/index.ts';
import type { Clock } from '../../clock/index.ts';
import type { Controller } from '../../constructs/index.ts';
import type { FieldConflicts } from './applying/field-conflict.ts';
import type { RepeatedConflicts } from './applying/repeated-conflict.ts';
import type { PublishedShapes } from './comparison/published-shape.ts';
import type { Settled } from './comparison/settled.ts';
import type { Journal } from './journal.ts';
import type { DeletionBudget } from './pruning/deletion-budget.ts';
import type { Observation } from './rendering/observation.ts';
import type { Freshness } from './safeguards/freshness.ts';
import type { HotLoops } from './safeguards/hot-loop.ts';
import type { ReconcileTime } from './safeguards/reconcile-time.ts';
import type { StatusWriter } from './status/status-writer.ts';

/** Runs an author's callback for a resource, and returns what it returns. */
export type WithLog = <Result>(resource: ObjectKey, callback: () => Result) => Result;

/** The dependencies of one reconcile. */
export interface ReconcileRun {
  readonly controller: Controller;
  readonly client: Client;
  readonly cache: Observation;
  /** Image → the image that children start in its place. @default the image itself */
  readonly images?: ReadonlyMap<string, string> | undefined;
  /** Returns the kinds whose caches don't show, after a long time, the last write for a resource. */
  readonly lagging: (resource: ObjectKey) => readonly GroupVersionKind[];
  readonly clock: Clock;
  readonly fieldManager: string;
  readonly journal: Journal;
  /** Returns the client, the Events and the logger that callbacks get for a resource. */
  readonly effects: (resource: StoredObject, signal: AbortSignal) => EffectContext;
  /** Runs a callback so that the resource's logger takes the `console` output of libraries. */
  readonly withLog: WithLog;
  readonly settled: Settled;
  readonly shapes: PublishedShapes;
  readonly fieldConflicts: FieldConflicts;
  readonly repeatedConflicts: RepeatedConflicts;
  readonly deletions: DeletionBudget;
  readonly hotLoops: HotLoops;
  readonly statuses: StatusWriter;
  readonly freshness: Freshness;
  readonly time: ReconcileTime;
  /** Called when the resource has rendered children, before the first of them is applied. */
  readonly onRender: () => void;
  /** Aborts when the reconcile is to end before it is complete: its time is over, or the process is to stop. */
  readonly signal: AbortSignal;
}
