import { parseObjectKey } from '../../../api/index.ts';
import type { Clock } from '../../../clock/index.ts';
import type { ReconcileMetrics } from '../../../telemetry/index.ts';

/** The time for which a turn is kept for an object whose deletion is no longer requested. */
const patienceMs = 60_000;

/** The turns at which the children of one resource may be deleted, in one reconcile. */
export interface DeletionTurns {
  /**
   * Returns how many milliseconds an object has to wait for its deletion. 0 means that it may be deleted now, and
   * counts it. An object that has to wait keeps its turn, and the caller should ask again then.
   */
  waitMs(uid: string): number;

  /** Releases the turns of the resource's children that it hasn't asked for. */
  releaseOthers(): void;
}

/** An object that waits for its deletion. */
interface Turn {
  readonly uid: string;
  readonly owner: string;
  atMs: number;
}

/** The turns of a namespace: each has the time at the same index. */
interface Queue {
  readonly turns: Turn[];
  /** Soonest first, and each once. */
  readonly times: number[];
  /** The turns from this index on don't know their times yet. */
  changedFrom: number;
}

/**
 * Limits how many children of one controller's resources are deleted in a minute: as many at once, then evenly.
 * Namespaces take turns, and each has its deletions in the order of the first requests: a tenant with a thousand delays
 * the first deletion of another one by one turn.
 */
export class DeletionBudget {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #metrics: Pick<ReconcileMetrics, 'deletionsWaiting'>;
  readonly #periodMs: number;
  readonly #burst: number;
  /** When the bucket is full again if nothing is deleted. */
  #fullAtMs: number;
  /** By uid. */
  readonly #turns = new Map<string, Turn>();
  readonly #turnsByOwner = new Map<string, Set<Turn>>();
  /** By namespace. */
  readonly #queues = new Map<string, Queue>();
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

  /** Returns the turns of one reconcile. @param owner - the key of the resource. */
  turnsOf(owner: string): DeletionTurns {
    const asked = new Set<string>();
    return {
      waitMs: (uid) => {
        asked.add(uid);
        return this.#waitMs(uid, owner);
      },
      releaseOthers: () => this.release(owner, asked),
    };
  }

  #waitMs(uid: string, owner: string): number {
    const nowMs = this.#clock.monotonic();
    const turn = this.#turns.get(uid);
    const atMs = turn === undefined ? this.#takeTurn({ uid, owner, atMs: 0 }, nowMs) : this.#timeOf(turn);
    if (turn !== undefined && atMs <= nowMs) this.#removeTurn(turn);
    this.#removeUnusedTurns(nowMs);
    this.#metrics.deletionsWaiting(this.#turns.size);
    return Math.max(0, Math.ceil(atMs - nowMs));
  }

  /**
   * Releases the turns of an owner except some, so that other objects don't wait for deletions that are no longer
   * needed.
   *
   * @param kept - uids.
   * @default none
   */
  release(owner: string, kept: ReadonlySet<string> = new Set()): void {
    const released = [...(this.#turnsByOwner.get(owner) ?? [])].filter(({ uid }) => !kept.has(uid));
    if (released.length === 0) return;
    const freed = released.toReversed().map((turn) => this.#removeTurn(turn));
    this.#free = [...this.#free, ...freed].sort((one, other) => one - other);
    this.#metrics.deletionsWaiting(this.#turns.size);
  }

  /**
   * Gives an object the next time, and returns it. If another namespace has more turns, the object gets one of their
   * times, and the last of them the next time.
   */
  #takeTurn(turn: Turn, nowMs: number): number {
    const nextMs = this.#nextTime(nowMs);
    if (nextMs <= nowMs) return nextMs;
    const queue = this.#queueOf(turn);
    const longest = [...this.#queues.values()].reduce(
      (one, other) => (other.turns.length > one.turns.length ? other : one),
      queue,
    );
    const place = queue.turns.length + 1;
    const atMs = Math.min(longest.times[place] ?? nextMs, nextMs);
    if (atMs < nextMs) {
      longest.times.splice(place, 1);
      insertTime(longest.times, nextMs);
      longest.changedFrom = Math.min(longest.changedFrom, place);
    }
    turn.atMs = atMs;
    const index = insertTime(queue.times, atMs);
    queue.turns.splice(index, 0, turn);
    if (index <= queue.changedFrom) queue.changedFrom += 1;
    this.#queues.set(namespaceOf(turn), queue);
    this.#turns.set(turn.uid, turn);
    const { owner } = turn;
    this.#turnsByOwner.set(owner, (this.#turnsByOwner.get(owner) ?? new Set()).add(turn));
    return atMs;
  }

  #nextTime(nowMs: number): number {
    const [freeMs] = this.#free.splice(0, timesUntil(this.#free, nowMs) + 1).filter((atMs) => atMs > nowMs);
    if (freeMs !== undefined) return freeMs;
    this.#fullAtMs = Math.max(this.#fullAtMs, nowMs) + this.#periodMs;
    return this.#fullAtMs - this.#burst * this.#periodMs;
  }

  #queueOf(turn: Turn): Queue {
    return this.#queues.get(namespaceOf(turn)) ?? { turns: [], times: [], changedFrom: Number.POSITIVE_INFINITY };
  }

  #timeOf(turn: Turn): number {
    const queue = this.#queueOf(turn);
    for (const [place, atMs] of queue.times.slice(queue.changedFrom).entries()) {
      const changed = queue.turns[queue.changedFrom + place];
      if (changed !== undefined) changed.atMs = atMs;
    }
    queue.changedFrom = Number.POSITIVE_INFINITY;
    return turn.atMs;
  }

  #removeUnusedTurns(nowMs: number): void {
    for (const { turns, times } of this.#queues.values()) {
      const unused = timesUntil(times, nowMs - patienceMs);
      for (const turn of turns.slice(0, unused)) this.#removeTurn(turn);
    }
  }

  /** Removes a turn, and returns its time. */
  #removeTurn(turn: Turn): number {
    const { turns, times } = this.#queueOf(turn);
    const atMs = this.#timeOf(turn);
    const index = timesUntil(times, atMs) - 1;
    turns.splice(index, 1);
    times.splice(index, 1);
    if (turns.length === 0) this.#queues.delete(namespaceOf(turn));
    this.#turns.delete(turn.uid);
    const others = this.#turnsByOwner.get(turn.owner);
    others?.delete(turn);
    if (others?.size === 0) this.#turnsByOwner.delete(turn.owner);
    return atMs;
  }
}

/** Returns how many of some times, soonest first, are not after a time. */
function timesUntil(times: readonly number[], untilMs: number): number {
  let [from, to] = [0, times.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((times[middle] ?? 0) <= untilMs) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Inserts a time in times, soonest first, and returns its index. */
function insertTime(times: number[], atMs: number): number {
  const index = timesUntil(times, atMs);
  times.splice(index, 0, atMs);
  return index;
}

/** Returns the namespace of the resource that owns an object; `''` for a cluster-scoped one. */
function namespaceOf({ owner }: Turn): string {
  return parseObjectKey(owner).namespace ?? '';
}
