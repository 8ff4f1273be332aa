// In: the writes and inputs of each reconcile. Out: the places that the reconciles of a resource write repeatedly from the
// same inputs. Called by the hot loops of a controller.

import type { Clock } from '../../../clock/index.ts';

/**
 * The limit of a hot loop: so many reconciles in such a time, each of which writes the same place again from the same
 * inputs. Drift caused by users, and retries, which have their own backoff, stay far below.
 */
export const hotLoopLimit = { reconcileCount: 20, windowMs: 60_000 } as const;

/** The places of callbacks that ask for the next reconcile at once. */
export const requeuePlaces = {
  reconcile: '`reconcile` asks for the next reconcile at once',
  cleanup: '`cleanup` asks for the next reconcile at once',
} as const;

/** A hot loop names the places that so many of its last reconciles have written. */
const namedFromCount = hotLoopLimit.reconcileCount / 2;

/** The number of counted places of one resource: a render may invent names. */
const placeCapacity = 200;

/** The number of counted resources. A forgotten one is counted from zero. */
const capacity = 10_000;

/** A spec of a resource: a resource that is recreated under its old name begins with the same generation. */
export interface ResourceGeneration {
  readonly uid: string;
  readonly generation: number;
}

/** The places that one reconcile has written, such as `Deployment default/web: spec.replicas`. They hold no values. */
export interface Writing extends ResourceGeneration {
  readonly children: readonly string[];
  readonly status: readonly string[];
  /** The author's callback that asks for the next reconcile at once. @default none */
  readonly requeuedBy?: keyof typeof requeuePlaces | undefined;
  /** Returns a digest of the render's inputs. Called only if something was written. */
  readonly renderInputs: () => string;
  /** Returns a digest of the inputs of the author's `status`. */
  readonly statusInputs: () => string;
}

/** The repeated writes of one resource within the window. */
interface Suspicion {
  readonly renderInputs: string;
  readonly sinceMs: number;
  statusInputs: string | undefined;
  reconcileCount: number;
  /** Place or object → the number of reconciles that wrote it, after the first half of them. */
  readonly places: Map<string, number>;
}

/** The repeated writes of one controller's resources, within a window of time. */
export class RepeatedWrites {
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** By key; the resource written last is at the end. */
  readonly #suspicions = new Map<string, Suspicion>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Forgets the writes of a resource. */
  forget(key: string): void {
    this.#suspicions.delete(key);
  }

  /** Counts the writes of a reconcile. @returns the places that make it a hot loop, sorted. */
  count(key: string, writing: Writing): string[] {
    const suspicion = this.#suspicionOf(key, writing.renderInputs());
    const dependsOnStatusInputs = writing.status.length > 0 || writing.requeuedBy !== undefined;
    const statusInputs = dependsOnStatusInputs ? writing.statusInputs() : suspicion.statusInputs;
    // Status writes and Actions follow the observed objects: they feed themselves only while these stay the same.
    const places = new Set(statusInputs === suspicion.statusInputs ? writtenPlaces(writing) : writing.children);
    suspicion.statusInputs = statusInputs;
    if (places.size === 0) return [];
    suspicion.reconcileCount += 1;
    if (suspicion.reconcileCount <= hotLoopLimit.reconcileCount - namedFromCount) return [];
    const counted = suspicion.places;
    for (const place of new Set([...places].flatMap((each) => [objectOfPlace(each), each]))) {
      const count = counted.get(place) ?? 0;
      if (count > 0 || counted.size < placeCapacity) counted.set(place, count + 1);
    }
    const repeated = [...counted].filter(([, count]) => count >= namedFromCount).map(([place]) => place);
    const fields = repeated.filter((place) => objectOfPlace(place) !== place);
    return (fields.length > 0 ? fields : repeated).sort();
  }

  #suspicionOf(key: string, renderInputs: string): Suspicion {
    const nowMs = this.#clock.monotonic();
    const known = this.#suspicions.get(key);
    this.#suspicions.delete(key);
    const isSame = known?.renderInputs === renderInputs && nowMs - known.sinceMs <= hotLoopLimit.windowMs;
    const suspicion = isSame
      ? known
      : { renderInputs, sinceMs: nowMs, statusInputs: undefined, reconcileCount: 0, places: new Map() };
    this.#suspicions.set(key, suspicion);
    this.#removeOldSuspicions(nowMs);
    return suspicion;
  }

  /** Removes resources outside the window, and the oldest of too many. */
  #removeOldSuspicions(nowMs: number): void {
    for (const [key, { sinceMs }] of this.#suspicions) {
      if (nowMs - sinceMs <= hotLoopLimit.windowMs && this.#suspicions.size <= capacity) return;
      this.#suspicions.delete(key);
    }
  }
}

/** Returns the places that count as written: those of callbacks that ask for the next reconcile at once, too. */
export function writtenPlaces({ children, status, requeuedBy }: Writing): string[] {
  return [...children, ...status, ...(requeuedBy === undefined ? [] : [requeuePlaces[requeuedBy]])];
}

/** Returns the object of a written place: `Deployment default/web` of `Deployment default/web: spec.replicas`. */
export function objectOfPlace(place: string): string {
  return place.split(': ', 1)[0] ?? place;
}
