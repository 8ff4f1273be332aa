import type { Clock } from '../../../clock/index.ts';
import type { ReconcileMetrics } from '../../../telemetry/index.ts';

/** The time for which a turn is kept for an object whose deletion is no longer requested. */
const patienceMs = 60_000;

/** The turns at which the children of one resource may be deleted. */
export interface DeletionTurns {
  /**
   * Returns how many milliseconds an object has to wait for its deletion. 0 means that it may be deleted now, and
   * counts it. An object that has to wait keeps its turn, and the caller should ask again then.
   */
  waitMs(uid: string): number;
}

/** The time at which an object may be deleted. */
interface Turn {
  readonly atMs: number;
  readonly owner: string;
}

/**
 * Limits how many children of one controller's resources are deleted in a minute: as many at once, then evenly, in the
 * order of the first requests.
 */
export class DeletionBudget implements DeletionTurns {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #metrics: Pick<ReconcileMetrics, 'deletionsWaiting'>;
  readonly #periodMs: number;
  readonly #burst: number;
  /** When the bucket is full again if nothing is deleted. */
  #fullAtMs: number;
  /** By uid. */
  readonly #turns = new Map<string, Turn>();
  /** Times of released turns, soonest first. */
  #free: number[] = [];

  /** @param perMinute - a whole number from 1. */
  constructor(
    clock: Pick<Clock, 'monotonic'>,
    metrics: Pick<ReconcileMetrics, 'deletionsWaiting'>,
    { perMinute }: { readonly perMinute: number },
  ) {
    this.#clock = clock;
    this.#metrics = metrics;
    this.#periodMs = 60_000 / perMinute;
    this.#burst = perMinute;
    this.#fullAtMs = clock.monotonic();
  }

  /** @param owner - the key under which the turn can be released. @default none */
  waitMs(uid: string, owner = ''): number {
    const nowMs = this.#clock.monotonic();
    const atMs = this.#turns.get(uid)?.atMs ?? this.#nextTurn(nowMs);
    if (atMs <= nowMs) this.#turns.delete(uid);
    else this.#turns.set(uid, { atMs, owner });
    this.#removeUnusedTurns(nowMs);
    this.#metrics.deletionsWaiting(this.#turns.size);
    return Math.max(0, Math.ceil(atMs - nowMs));
  }

  /**
   * Returns the budget for the children of one owner in one reconcile. `releaseOthers` releases the turns that the
   * owner hasn't asked for.
   */
  turnsOf(owner: string): DeletionTurns & { readonly releaseOthers: () => void } {
    const asked = new Set<string>();
    return {
      waitMs: (uid) => {
        asked.add(uid);
        return this.waitMs(uid, owner);
      },
      releaseOthers: () => this.release(owner, asked),
    };
  }

  /**
   * Releases the turns of an owner except some, so that other objects don't wait for deletions that are no longer
   * needed.
   *
   * @param kept - uids.
   * @default none
   */
  release(owner: string, kept: ReadonlySet<string> = new Set()): void {
    const released = [...this.#turns].filter(([uid, turn]) => turn.owner === owner && !kept.has(uid));
    if (released.length === 0) return;
    for (const [uid] of released) this.#turns.delete(uid);
    this.#free = [...this.#free, ...released.map(([, { atMs }]) => atMs)].sort((one, other) => one - other);
    this.#metrics.deletionsWaiting(this.#turns.size);
  }

  #nextTurn(nowMs: number): number {
    const next = this.#free.findIndex((atMs) => atMs > nowMs);
    const [freeMs, ...later] = next < 0 ? [] : this.#free.slice(next);
    this.#free = later;
    if (freeMs !== undefined) return freeMs;
    this.#fullAtMs = Math.max(this.#fullAtMs, nowMs) + this.#periodMs;
    return this.#fullAtMs - this.#burst * this.#periodMs;
  }

  /** Removes the turns that were not used; they are in the order in which they are due. */
  #removeUnusedTurns(nowMs: number): void {
    for (const [uid, { atMs }] of this.#turns) {
      if (nowMs - atMs <= patienceMs) return;
      this.#turns.delete(uid);
    }
  }
}
