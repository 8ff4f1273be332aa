import type { Clock } from '../../clock/index.ts';
import type { ReconcileMetrics } from '../../telemetry/index.ts';

/** How long a place in the queue is kept for an object that nobody asks for any more. */
const patienceMs = 60_000;

/** Says of the children of one resource when they may be deleted. */
export interface DeletionTurns {
  /**
   * For how many milliseconds an object has to wait for its deletion. 0 says that it may be deleted now, and counts it.
   * Who has to wait keeps its turn, and should ask again then.
   */
  waitMs(uid: string): number;
}

/** When an object may be deleted. */
interface Turn {
  readonly atMs: number;
  readonly owner: string;
}

/**
 * Bounds how many children of one controller's resources are deleted in a minute: as many at once, then evenly, in the order
 * in which they were first asked for.
 */
export class DeletionBudget implements DeletionTurns {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #metrics: Pick<ReconcileMetrics, 'deletionsWaiting'>;
  readonly #periodMs: number;
  readonly #burst: number;
  /** When the bucket is full again if nobody deletes. */
  #fullAtMs: number;
  /** By uid. */
  readonly #turns = new Map<string, Turn>();
  /** Times of turns that were given back, soonest first. */
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

  /** @param owner - who may give the turn back. @default nobody */
  waitMs(uid: string, owner = ''): number {
    const nowMs = this.#clock.monotonic();
    const atMs = this.#turns.get(uid)?.atMs ?? this.#nextTurn(nowMs);
    if (atMs <= nowMs) this.#turns.delete(uid);
    else this.#turns.set(uid, { atMs, owner });
    this.#forget(nowMs);
    this.#metrics.deletionsWaiting(this.#turns.size);
    return Math.max(0, Math.ceil(atMs - nowMs));
  }

  /** The budget for the children of one owner in one pass, after which those turns may go that it hasn't asked for. */
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
   * Gives the turns of an owner back, but for some, so that others don't wait behind what isn't to be deleted any more.
   *
   * @param kept - uids. @default none
   */
  release(owner: string, kept: ReadonlySet<string> = new Set()): void {
    const given = [...this.#turns].filter(([uid, turn]) => turn.owner === owner && !kept.has(uid));
    if (given.length === 0) return;
    for (const [uid] of given) this.#turns.delete(uid);
    this.#free = [...this.#free, ...given.map(([, { atMs }]) => atMs)].sort((one, other) => one - other);
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

  /** Forgets the turns that nobody has taken; they come about in the order in which they are due. */
  #forget(nowMs: number): void {
    for (const [uid, { atMs }] of this.#turns) {
      if (nowMs - atMs <= patienceMs) return;
      this.#turns.delete(uid);
    }
  }
}
