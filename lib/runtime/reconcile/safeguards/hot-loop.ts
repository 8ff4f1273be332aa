// In: the writes, Actions and inputs of each reconcile. Out: the resources that are written or reconciled repeatedly
// though nothing outside has changed, for a condition, and the delay of their next reconciles. Called by the reconcile
// at its beginning and at its end.

import { Action, type Condition, findCondition } from '../../../api/index.ts';
import { Backoff, type Clock } from '../../../clock/index.ts';
import { BoundedMap } from '../../../schema/index.ts';
import type { ReconcileMetrics } from '../../../telemetry/index.ts';
import type { FailureCause } from '../status/failure-cause.ts';
import {
  objectOfPlace,
  RepeatedWrites,
  type ResourceGeneration,
  requeuePlaces,
  type Writing,
  writtenPlaces,
} from './repeated-writes.ts';

/** A callback that asks for the next reconcile sooner than this asks for it at once. Polls are slower. */
const atOnceMs = 1_000;

/** Returns true if a callback's Action counts for hot loops: it asks for the next reconcile at once. */
export function isAtOnce(action: Action | undefined): boolean {
  return action?.type === 'requeue' && action.afterMs < atOnceMs;
}

/** The number of resources remembered as slowed down. */
const capacity = 10_000;

/** A resource that is slowed down. */
interface HotLoop extends ResourceGeneration {
  /** Undefined if another process has slowed it down: its condition names them. */
  readonly places: readonly string[] | undefined;
  readonly message: string;
  /** True if the condition of the resource has reported it. */
  isReported: boolean;
  slowedCount: number;
  untilMs: number;
}

/** The delays of a resource that is written repeatedly. */
const backoff = new Backoff({ baseMs: 1_000, maxMs: 300_000 });

const unslowed = { places: undefined, isReported: false, slowedCount: 0, untilMs: 0 };

/**
 * The resources of one controller that are written repeatedly: their `render` or `status` gives another result each
 * time, or another controller reverts each change.
 *
 * Such a resource is slowed down: its next reconcile is delayed, each time for longer, until a reconcile doesn't write
 * these places, or the spec changes. No change is lost, since the next reconcile sees all changes.
 */
export class HotLoops {
  readonly #clock: Pick<Clock, 'monotonic' | 'random'>;
  readonly #metrics: Pick<ReconcileMetrics, 'hotLoops'>;
  readonly #writes: RepeatedWrites;
  readonly #loops = new BoundedMap<string, HotLoop>(capacity);
  /** By key: the transition time of the hot loop's condition at the beginning of the reconcile. */
  readonly #reportedSince = new Map<string, string>();

  constructor(clock: Pick<Clock, 'monotonic' | 'random'>, metrics: Pick<ReconcileMetrics, 'hotLoops'>) {
    this.#clock = clock;
    this.#metrics = metrics;
    this.#writes = new RepeatedWrites(clock);
  }

  /**
   * Begins a reconcile of a resource. A hot loop that another process has reported, or its end, counts here, too: a
   * resource that moves between replicas doesn't run hot at each of them again.
   */
  beginReconcile(key: string, { uid, generation }: ResourceGeneration, conditions: readonly Condition[]): void {
    const reported = findCondition(conditions, 'Degraded');
    const loop = this.#loops.get(key);
    if (reported?.reason !== 'HotLoop' || reported.observedGeneration !== generation) {
      if (loop?.isReported === true && reported?.status !== 'True') this.forgetCounts(key);
      return;
    }
    const isUnknown = this.#reportedSince.get(key) !== reported.lastTransitionTime;
    this.#reportedSince.set(key, reported.lastTransitionTime);
    if (loop !== undefined) loop.isReported = true;
    else if (isUnknown)
      this.#addLoop(key, { ...unslowed, uid, generation, message: reported.message, isReported: true });
  }

  /**
   * Returns the time until the next reconcile of a resource. A changed spec or a recreated resource ends the loop.
   */
  delayMs(key: string, { uid, generation }: ResourceGeneration): number {
    const loop = this.#loops.get(key);
    if (loop?.uid === uid && loop.generation === generation) {
      return Math.max(0, loop.untilMs - this.#clock.monotonic());
    }
    if (loop !== undefined) this.forgetCounts(key);
    return 0;
  }

  /** Returns the failure cause of a resource that is slowed down. The same text as long as it is. */
  failureCause(key: string): FailureCause | undefined {
    const loop = this.#loops.get(key);
    if (loop === undefined) return undefined;
    return { reason: 'HotLoop', message: loop.message };
  }

  /** Ends a reconcile. @returns when the next one is due; undefined if the loop makes no difference to that. */
  endReconcile(key: string, writing: Writing): Action | undefined {
    const loop = this.#loops.get(key);
    if (loop !== undefined) return this.#isRepeated(loop, writing) ? this.#slowDown(loop) : this.#endLoop(key);
    if (writtenPlaces(writing).length === 0) return undefined;
    const places = this.#writes.count(key, writing);
    if (places.length === 0) return undefined;
    this.#writes.forget(key);
    const { uid, generation } = writing;
    const found = { ...unslowed, uid, generation, places, message: hotLoopMessage(places) };
    this.#addLoop(key, found);
    return this.#slowDown(found);
  }

  /** Forgets a resource that doesn't exist any more. */
  forgetResource(key: string): void {
    this.#reportedSince.delete(key);
    this.forgetCounts(key);
  }

  #addLoop(key: string, loop: HotLoop): void {
    this.#loops.set(key, loop);
    this.#metrics.hotLoops(this.#loops.size);
  }

  /** Forgets the counts and the hot loop of a resource. */
  forgetCounts(key: string): void {
    this.#writes.forget(key);
    if (this.#loops.delete(key)) this.#metrics.hotLoops(this.#loops.size);
  }

  #isRepeated({ places }: HotLoop, writing: Writing): boolean {
    const isWithin = (place: string) =>
      places === undefined || places.some((known) => place === known || objectOfPlace(place) === known);
    return writtenPlaces(writing).some(isWithin);
  }

  #slowDown(loop: HotLoop): Action {
    loop.slowedCount += 1;
    const afterMs = backoff.delayMs(loop.slowedCount, this.#clock);
    loop.untilMs = this.#clock.monotonic() + afterMs;
    return { type: 'requeue', afterMs };
  }

  /** The status still reports the hot loop: another reconcile takes that back. */
  #endLoop(key: string): Action {
    this.forgetCounts(key);
    return Action.requeue();
  }
}

const allRequeuePlaces: readonly string[] = Object.values(requeuePlaces);

function hotLoopMessage(places: readonly string[]): string {
  const written = places.filter((place) => !allRequeuePlaces.includes(place));
  const requeued = places.filter((place) => allRequeuePlaces.includes(place));
  const causes = [
    ...(written.length > 0 ? [`written again and again while the spec stays the same: ${written.join('; ')}`] : []),
    ...requeued.map((place) => `${place}, again and again while nothing changes`),
  ];
  const remedies = [
    ...(written.length > 0
      ? ['let `render` and `status` give the same for the same, and no other controller set the same fields']
      : []),
    ...(requeued.length > 0 ? ['return an Action that awaits a change, or requeues after a time'] : []),
  ];
  return `${causes.join('; ')}; reconciles are delayed until that ends: ${remedies.join('; ')}`;
}
