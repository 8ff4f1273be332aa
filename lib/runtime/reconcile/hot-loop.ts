// In: what each pass has written and asked for, and what it went by. Out: which resources are written or looked at again and
// again though nothing outside has changed, in the words of a condition, and how long each of them is left alone.
// Called by the pass at its beginning and at its end.

import { Action, type Condition, findCondition } from '../../api/index.ts';
import { Backoff, type Clock } from '../../clock/index.ts';
import type { ReconcileMetrics } from '../../telemetry/index.ts';
import type { FailureCause } from './standard-conditions.ts';

/**
 * So many passes in such a time, each of which writes the same place again on the same grounds, are a hot loop. Drift that
 * people cause, and retries, which come with a backoff of their own, stay far below.
 */
export const hotLoopLimit = { reconcileCount: 20, windowMs: 60_000 } as const;

/** A callback that asks for the next pass sooner than this asks for it at once. Polls are slower. */
const atOnceMs = 1_000;

/** Returns whether a callback asks for the next pass at once. */
export function isAtOnce(action: Action | undefined): boolean {
  return action?.type === 'requeue' && action.afterMs < atOnceMs;
}

/** The places of callbacks that ask for the next pass at once. */
const wishes = {
  reconcile: '`reconcile` asks for the next pass at once',
  cleanup: '`cleanup` asks for the next pass at once',
} as const;

const allWishes: readonly string[] = Object.values(wishes);

/** In how many of the last passes before that a place must have been written to be named. */
const namedFromCount = hotLoopLimit.reconcileCount / 2;

/** How many places of one resource are counted: a render may invent names. */
const placeCapacity = 200;

/** Of how many resources it is remembered what they write, and that they are slowed down. Forgotten ones are counted anew. */
const capacity = 10_000;

/** A spec of a resource: one that is made anew under its old name begins with the same generation. */
export interface Edition {
  readonly uid: string;
  readonly generation: number;
}

/** What one pass has written: places such as `Deployment default/web: spec.replicas`, which hold no values. */
export interface Writing extends Edition {
  readonly children: readonly string[];
  readonly status: readonly string[];
  /** The author's callback that asks for the next pass at once. @default none */
  readonly wishedBy?: keyof typeof wishes | undefined;
  /** What the render went by, as text that is the same as long as that is. Asked only if something was written. */
  readonly basis: () => string;
  /** The same of what the author's `status` went by. */
  readonly listState: () => string;
}

/** The rewriting of one resource within the window. */
interface Suspicion {
  readonly basis: string;
  readonly sinceMs: number;
  listState: string | undefined;
  reconcileCount: number;
  /** Place, or object → in how many passes it was written, after the first half of them. */
  readonly places: Map<string, number>;
}

/** A resource that is slowed down. */
interface HotLoop extends Edition {
  /** Undefined of one that another process has slowed down: its condition names them. */
  readonly places: readonly string[] | undefined;
  readonly message: string;
  /** Whether the condition of the resource has said so. */
  isSaid: boolean;
  slowedCount: number;
  untilMs: number;
}

const unslowed = { places: undefined, isSaid: false, slowedCount: 0, untilMs: 0 };

/**
 * The resources of one controller that are written again and again: a `render` or `status` that gives something else each
 * time, or a fight with somebody who takes each change back.
 *
 * Such a resource is slowed down: its next pass is put off, each time for longer, until a pass doesn't write these
 * places, or the spec changes. Nothing is lost by that, since whatever happens meanwhile is seen by the pass that
 * follows.
 */
export class HotLoops {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #metrics: Pick<ReconcileMetrics, 'hotLoops'>;
  readonly #backoff: Backoff;
  /** By key, the one that has written last at the end. */
  readonly #suspicions = new Map<string, Suspicion>();
  readonly #loops = new Map<string, HotLoop>();
  /** By key: since when the condition has said so that a pass has begun with. */
  readonly #saidSince = new Map<string, string>();

  constructor(
    clock: Pick<Clock, 'monotonic'>,
    metrics: Pick<ReconcileMetrics, 'hotLoops'>,
    backoff = new Backoff({ baseMs: 1_000, maxMs: 300_000 }),
  ) {
    this.#clock = clock;
    this.#metrics = metrics;
    this.#backoff = backoff;
  }

  /**
   * A pass of a resource begins. What another process has said of a loop, or of its end, holds here, too: a resource that is
   * handed over from replica to replica, and back, doesn't run hot at each of them again.
   */
  meet(key: string, { uid, generation }: Edition, conditions: readonly Condition[]): void {
    const said = findCondition(conditions, 'Degraded');
    const loop = this.#loops.get(key);
    if (said?.reason !== 'HotLoop' || said.observedGeneration !== generation) {
      if (loop?.isSaid === true && said?.status !== 'True') this.forget(key);
      return;
    }
    const isNews = this.#saidSince.get(key) !== said.lastTransitionTime;
    this.#saidSince.set(key, said.lastTransitionTime);
    if (loop !== undefined) loop.isSaid = true;
    else if (isNews) this.#remember(key, { ...unslowed, uid, generation, message: said.message, isSaid: true });
  }

  /**
   * For how many milliseconds a resource is to be left alone; none if its spec has changed, or it has been made anew, which
   * ends the loop.
   */
  pauseMs(key: string, { uid, generation }: Edition): number {
    const loop = this.#loops.get(key);
    if (loop?.uid === uid && loop.generation === generation) {
      return Math.max(0, loop.untilMs - this.#clock.monotonic());
    }
    if (loop !== undefined) this.forget(key);
    return 0;
  }

  /** What to say of a resource that is slowed down. The same words as long as it is. */
  failureCause(key: string): FailureCause | undefined {
    const loop = this.#loops.get(key);
    if (loop === undefined) return undefined;
    return { reason: 'HotLoop', message: loop.message };
  }

  /** A pass has come to its end. @returns when the next one is due; undefined if this makes no difference to that. */
  passed(key: string, writing: Writing): Action | undefined {
    const loop = this.#loops.get(key);
    if (loop !== undefined) return this.#isRepeated(loop, writing) ? this.#slowed(loop) : this.#healed(key);
    if (placesOf(writing).length === 0) return undefined;
    const places = this.#suspect(key, writing);
    if (places.length === 0) return undefined;
    this.#suspicions.delete(key);
    const { uid, generation } = writing;
    const found = { ...unslowed, uid, generation, places, message: messageOf(places) };
    this.#remember(key, found);
    return this.#slowed(found);
  }

  /** There is no such resource any more. */
  gone(key: string): void {
    this.#saidSince.delete(key);
    this.forget(key);
  }

  #remember(key: string, loop: HotLoop): void {
    this.#loops.set(key, loop);
    const [oldest] = this.#loops.keys();
    if (this.#loops.size > capacity && oldest !== undefined) this.#loops.delete(oldest);
    this.#metrics.hotLoops(this.#loops.size);
  }

  /** Nothing is known against a resource any more. */
  forget(key: string): void {
    this.#suspicions.delete(key);
    if (this.#loops.delete(key)) this.#metrics.hotLoops(this.#loops.size);
  }

  #isRepeated({ places }: HotLoop, writing: Writing): boolean {
    const isWithin = (place: string) =>
      places === undefined || places.some((known) => place === known || objectOf(place) === known);
    return placesOf(writing).some(isWithin);
  }

  #slowed(loop: HotLoop): Action {
    loop.slowedCount += 1;
    const afterMs = this.#backoff.delayMs(loop.slowedCount);
    loop.untilMs = this.#clock.monotonic() + afterMs;
    return { type: 'requeue', afterMs };
  }

  /** The pass still said that there is trouble: another one takes that back. */
  #healed(key: string): Action {
    this.forget(key);
    return Action.requeue();
  }

  /** Counts what a pass has written. @returns the places that make it a hot loop, sorted. */
  #suspect(key: string, writing: Writing): string[] {
    const suspicion = this.#suspicion(key, writing.basis());
    const goesByListState = writing.status.length > 0 || writing.wishedBy !== undefined;
    const listState = goesByListState ? writing.listState() : suspicion.listState;
    // A status and a wish follow what is seen: only while that stays the same they feed themselves.
    const places = new Set(listState === suspicion.listState ? placesOf(writing) : writing.children);
    suspicion.listState = listState;
    if (places.size === 0) return [];
    suspicion.reconcileCount += 1;
    if (suspicion.reconcileCount <= hotLoopLimit.reconcileCount - namedFromCount) return [];
    const counted = suspicion.places;
    for (const place of new Set([...places].flatMap((each) => [objectOf(each), each]))) {
      const count = counted.get(place) ?? 0;
      if (count > 0 || counted.size < placeCapacity) counted.set(place, count + 1);
    }
    const repeated = [...counted].filter(([, count]) => count >= namedFromCount).map(([place]) => place);
    const fields = repeated.filter((place) => objectOf(place) !== place);
    return (fields.length > 0 ? fields : repeated).sort();
  }

  #suspicion(key: string, basis: string): Suspicion {
    const nowMs = this.#clock.monotonic();
    const known = this.#suspicions.get(key);
    this.#suspicions.delete(key);
    const isFresh = known?.basis === basis && nowMs - known.sinceMs <= hotLoopLimit.windowMs;
    const suspicion = isFresh
      ? known
      : { basis, sinceMs: nowMs, listState: undefined, reconcileCount: 0, places: new Map() };
    this.#suspicions.set(key, suspicion);
    this.#tidy(nowMs);
    return suspicion;
  }

  /** Forgets who has had time, and the oldest of too many. */
  #tidy(nowMs: number): void {
    for (const [key, { sinceMs }] of this.#suspicions) {
      if (nowMs - sinceMs <= hotLoopLimit.windowMs && this.#suspicions.size <= capacity) return;
      this.#suspicions.delete(key);
    }
  }
}

function placesOf({ children, status, wishedBy }: Writing): string[] {
  return [...children, ...status, ...(wishedBy === undefined ? [] : [wishes[wishedBy]])];
}

function messageOf(places: readonly string[]): string {
  const written = places.filter((place) => !allWishes.includes(place));
  const wished = places.filter((place) => allWishes.includes(place));
  const causes = [
    ...(written.length > 0 ? [`written again and again while the spec stays the same: ${written.join('; ')}`] : []),
    ...wished.map((wish) => `${wish}, again and again while nothing changes`),
  ];
  const remedies = [
    ...(written.length > 0
      ? ['let `render` and `status` give the same for the same, and no other controller set the same fields']
      : []),
    ...(wished.length > 0 ? ['return an Action that awaits a change, or requeues after a time'] : []),
  ];
  return `${causes.join('; ')}; passes are put off until that ends: ${remedies.join('; ')}`;
}

/** `Deployment default/web` of `Deployment default/web: spec.replicas`. */
function objectOf(place: string): string {
  return place.split(': ', 1)[0] ?? place;
}
