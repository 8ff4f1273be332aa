import { parseObjectKey } from '../../../api/index.ts';
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
  readonly uid: string;
  readonly owner: string;
  atMs: number;
}

/**
 * Limits how many children of one controller's resources are deleted in a minute: as many at once, then evenly.
 * Namespaces take turns, and each has its deletions in the order of the first requests: a tenant with a thousand delays
 * the first deletion of another one by one turn.
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
  /** Namespace → its turns, soonest first. */
  readonly #queues = new Map<string, Turn[]>();
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

  /** @param owner - the key of the resource, under which the turn can be released. @default none */
  waitMs(uid: string, owner = ''): number {
    const nowMs = this.#clock.monotonic();
    const turn = this.#turns.get(uid) ?? this.#newTurn(uid, owner, nowMs);
    if (turn.atMs <= nowMs) this.#removeTurns(namespaceOf(owner), (each) => each === turn);
    this.#removeUnusedTurns(nowMs);
    this.#metrics.deletionsWaiting(this.#turns.size);
    return Math.max(0, Math.ceil(turn.atMs - nowMs));
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
    const released = this.#removeTurns(namespaceOf(owner), (turn) => turn.owner === owner && !kept.has(turn.uid));
    if (released.length === 0) return;
    this.#free = [...this.#free, ...released.map(({ atMs }) => atMs)].sort((one, other) => one - other);
    this.#metrics.deletionsWaiting(this.#turns.size);
  }

  /**
   * Gives an object the next turn. If another namespace has more turns, the object gets one of these, and that namespace
   * the next one.
   */
  #newTurn(uid: string, owner: string, nowMs: number): Turn {
    const turn = { uid, owner, atMs: this.#nextTurn(nowMs) };
    if (turn.atMs <= nowMs) return turn;
    const own = this.#queues.get(namespaceOf(owner)) ?? [];
    const longest = [...this.#queues.values()].reduce((one, other) => (other.length > one.length ? other : one), own);
    if (longest !== own) takeEarlierTurn(turn, longest.slice(own.length + 1));
    own.splice(own.findLastIndex(({ atMs }) => atMs <= turn.atMs) + 1, 0, turn);
    this.#queues.set(namespaceOf(owner), own);
    this.#turns.set(uid, turn);
    return turn;
  }

  #nextTurn(nowMs: number): number {
    const next = this.#free.findIndex((atMs) => atMs > nowMs);
    const [freeMs, ...later] = next < 0 ? [] : this.#free.slice(next);
    this.#free = later;
    if (freeMs !== undefined) return freeMs;
    this.#fullAtMs = Math.max(this.#fullAtMs, nowMs) + this.#periodMs;
    return this.#fullAtMs - this.#burst * this.#periodMs;
  }

  #removeUnusedTurns(nowMs: number): void {
    for (const [namespace, [first]] of this.#queues) {
      if (first !== undefined && nowMs - first.atMs <= patienceMs) continue;
      this.#removeTurns(namespace, ({ atMs }) => nowMs - atMs > patienceMs);
    }
  }

  /** Removes some turns of a namespace, and returns them. */
  #removeTurns(namespace: string, isRemoved: (turn: Turn) => boolean): readonly Turn[] {
    const { removed = [], kept = [] } = Object.groupBy(this.#queues.get(namespace) ?? [], (turn) =>
      isRemoved(turn) ? 'removed' : 'kept',
    );
    for (const { uid } of removed) this.#turns.delete(uid);
    if (kept.length > 0) this.#queues.set(namespace, kept);
    else this.#queues.delete(namespace);
    return removed;
  }
}

/** Gives a turn the first of some times, and the others, in their order, the later ones. */
function takeEarlierTurn(turn: Turn, others: readonly Turn[]): void {
  const [first = turn.atMs, ...later] = [turn, ...others].map(({ atMs }) => atMs).sort((one, other) => one - other);
  turn.atMs = first;
  for (const [index, other] of others.entries()) other.atMs = later[index] ?? other.atMs;
}

/** Returns the namespace of a resource; `''` for a cluster-scoped one. */
function namespaceOf(owner: string): string {
  return parseObjectKey(owner).namespace ?? '';
}
