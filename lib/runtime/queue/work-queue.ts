// In: wishes for passes, from triggers, from workers that retry, and from passes that want another one later.
// Out: one request at a time for a key, namespaces fairly, and the keys of one in the order in which they are due.
// Called by `runtime/controller/controller.ts`, which has triggers add to it and workers take from it.

import { NamespaceShares } from '../../client/index.ts';
import { Backoff, type Clock, type Timer } from '../../clock/index.ts';
import type { QueueMetrics } from '../../telemetry/index.ts';
import { mergedKeys, namespaceOf, type PendingKey } from './pending-key.ts';
import { PendingKeys } from './pending-keys.ts';
import type { Lane, ReconcileRequest, Wish } from './reconcile-request.ts';
import { RetryLine } from './retry-line.ts';

/** What a queue works with. */
export interface WorkQueuePorts {
  readonly clock: Clock;
  readonly metrics: QueueMetrics;
}

/**
 * Retries of a key that no other key delays: they follow a change of this key, so the changes bound their number, and
 * a failure that passes within a second costs a key nothing more.
 */
const freeRetryCount = 3;

/** Bounds the further retries of all keys together. */
const retryRate = { burst: 100, perSecond: 10 };

/** The longest time from a failure to its retry, whatever the rate: as long as the longest backoff. */
const longestRetryMs = 300_000;

/** How a queue retries. */
export interface WorkQueueOptions {
  /** Delays of one key that fails again and again. @default from 0.1 s to 5 min */
  readonly backoff?: Backoff | undefined;
  /** How many workers take keys. Where there are several namespaces, a quarter of them is kept from those that hold any. @default 1 */
  readonly workerCount?: number | undefined;
}

/**
 * The keys that want a pass.
 *
 * A key waits once, however often it is added, and is in flight once: a key that is added while in flight
 * waits again when its worker is done. Nothing added is lost. Of several wishes for a key the earliest due time counts.
 * Urgent keys overtake background keys, but never all of them permanently. Namespaces share workers and retries fairly, so that
 * a tenant whose passes hang, or fail, doesn't stop the others.
 * Time passes by the clock's monotonic reading; between events the queue sleeps on one timer at most.
 */
export class WorkQueue {
  readonly #clock: Clock;
  readonly #metrics: QueueMetrics;
  readonly #backoff: Backoff;
  readonly #retryLine: RetryLine;
  readonly #shares: NamespaceShares;
  readonly #waiting: PendingKeys;
  readonly #inFlight = new Map<string, Flight>();
  /** How often each key has been retried since it was last forgotten. */
  readonly #retryCounts = new Map<string, number>();
  readonly #takers = new Set<Taker>();
  #alarm: { readonly timer: Timer; readonly dueAtMs: number } | undefined;

  constructor({ clock, metrics }: WorkQueuePorts, options: WorkQueueOptions = {}) {
    this.#clock = clock;
    this.#metrics = metrics;
    this.#backoff = options.backoff ?? new Backoff({ baseMs: 100, maxMs: 300_000 });
    this.#retryLine = new RetryLine(retryRate, clock.monotonic());
    this.#shares = new NamespaceShares(options.workerCount ?? 1);
    this.#waiting = new PendingKeys(() => metrics.added());
    metrics.follow(() => ({
      depth: this.#waiting.dueCount(clock.monotonic()),
      runningMs: [...this.#inFlight.values()].map(({ takenAtMs }) => clock.monotonic() - takenAtMs),
    }));
  }

  /** How many keys wait, due or not. Keys in flight are not counted. */
  get size(): number {
    return this.#waiting.size + this.#retryLine.size;
  }

  /**
   * Wishes for a pass.
   *
   * @throws RangeError if `dueInMs` is negative or not a finite number.
   */
  add(key: string, { reason, lane = 'urgent', dueInMs = 0 }: Wish): void {
    if (!(dueInMs >= 0 && dueInMs < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`${key} can't be due in ${dueInMs} ms: give 0 or more`);
    }
    const nowMs = this.#clock.monotonic();
    if (dueInMs > 0) this.#metrics.delayed();
    this.#wish({ key, reasons: new Set([reason]), lane, dueAtMs: nowMs + dueInMs }, nowMs);
    this.#dispatch();
  }

  /**
   * The next key to work on; waits until one is due. Those who wait are served in the order in which they came.
   *
   * The key is in flight from then on, until {@link WorkQueue.done}.
   *
   * @throws the signal's reason when `signal` is or becomes aborted.
   */
  take(signal: AbortSignal): Promise<ReconcileRequest> {
    const { promise, resolve, reject } = Promise.withResolvers<ReconcileRequest>();
    if (signal.aborted) {
      reject(signal.reason);
      return promise;
    }
    // Under load there always is work: nobody has to wait for it, or to listen for the end of waiting.
    const nowMs = this.#clock.monotonic();
    const next = this.#takers.size === 0 ? this.#next(nowMs, 1) : undefined;
    if (next !== undefined) {
      resolve(this.#begun(next, nowMs));
      return promise;
    }
    const abandon = () => {
      this.#takers.delete(taker);
      this.#dispatch();
      reject(signal.reason);
    };
    const taker: Taker = (request) => {
      signal.removeEventListener('abort', abandon);
      resolve(request);
    };
    signal.addEventListener('abort', abandon, { once: true });
    this.#takers.add(taker);
    this.#dispatch();
    return promise;
  }

  /** The pass of a key is over, however it went. If the key was added meanwhile it waits again. Harmless when repeated. */
  done(key: string): void {
    const flight = this.#inFlight.get(key);
    if (flight === undefined) return;
    this.#inFlight.delete(key);
    this.#shares.release(namespaceOf(key));
    const nowMs = this.#clock.monotonic();
    this.#metrics.finished(nowMs - flight.takenAtMs);
    if (flight.again !== undefined) this.#waiting.add(flight.again, nowMs);
    this.#dispatch();
  }

  /**
   * Wishes for another pass of a key that failed: after its own backoff. From the fourth retry on it takes a turn of its
   * namespace, too: with ten retries a second, namespaces in turn, and for 5 minutes at most.
   * Any other wish that is due earlier still counts. Call it before {@link WorkQueue.done}, so that the key keeps its lane.
   */
  retry(key: string): void {
    const count = (this.#retryCounts.get(key) ?? 0) + 1;
    const dueInMs = this.#backoff.delayMs(count);
    const lane = this.#inFlight.get(key)?.lane ?? 'urgent';
    this.#retryCounts.set(key, count);
    if (count <= freeRetryCount) {
      this.add(key, { reason: 'retry', dueInMs, lane });
      return;
    }
    const nowMs = this.#clock.monotonic();
    const notBeforeMs = nowMs + dueInMs;
    const notAfterMs = Math.max(notBeforeMs, nowMs + longestRetryMs);
    this.#metrics.delayed();
    this.#retryLine.add({ key, namespace: namespaceOf(key), lane, notBeforeMs, notAfterMs });
    this.#dispatch();
  }

  /** A key has succeeded, or is gone: its next retry is the first one again. */
  forget(key: string): void {
    this.#retryCounts.delete(key);
    this.#retryLine.remove(key);
  }

  #wish(wish: PendingKey, nowMs: number): void {
    const flight = this.#inFlight.get(wish.key);
    this.#shares.meet(namespaceOf(wish.key));
    if (flight === undefined) this.#waiting.add(wish, nowMs);
    else flight.again = flight.again === undefined ? wish : mergedKeys(flight.again, wish, nowMs);
  }

  /** The key for one of the free workers, retries whose turn has come included. */
  #next(nowMs: number, freeCount: number): PendingKey | undefined {
    for (let retry = this.#retryLine.take(nowMs); retry !== undefined; retry = this.#retryLine.take(nowMs)) {
      this.#wish({ key: retry.key, reasons: new Set(['retry']), lane: retry.lane, dueAtMs: nowMs }, nowMs);
    }
    return this.#waiting.take(nowMs, (namespaces) => this.#shares.next(namespaces, freeCount));
  }

  #dispatch(): void {
    const nowMs = this.#clock.monotonic();
    for (const taker of this.#takers) {
      const next = this.#next(nowMs, this.#takers.size);
      if (next === undefined) break;
      this.#takers.delete(taker);
      taker(this.#begun(next, nowMs));
    }
    this.#setAlarm(nowMs);
  }

  #begun({ key, reasons, lane, dueAtMs }: PendingKey, nowMs: number): ReconcileRequest {
    this.#inFlight.set(key, { lane, takenAtMs: nowMs, again: undefined });
    this.#shares.take(namespaceOf(key));
    this.#retryLine.remove(key);
    this.#metrics.taken(nowMs - dueAtMs);
    return { key, reasons, lane, retryCount: this.#retryCounts.get(key) ?? 0 };
  }

  /** Somebody who waits must be woken when the next key is due. With nobody waiting, the next taker looks for itself. */
  #setAlarm(nowMs: number): void {
    const wakeUps = [this.#waiting.nextDueAtMs, this.#retryLine.nextAtMs(nowMs)].filter((ms) => ms !== undefined);
    const dueAtMs = this.#takers.size === 0 || wakeUps.length === 0 ? undefined : Math.min(...wakeUps);
    if (dueAtMs === this.#alarm?.dueAtMs) return;
    this.#alarm?.timer.cancel();
    this.#alarm = undefined;
    if (dueAtMs === undefined) return;
    const timer = this.#clock.timer(dueAtMs - nowMs, () => {
      this.#alarm = undefined;
      this.#dispatch();
    });
    this.#alarm = { timer, dueAtMs };
  }
}

/** A key that a worker holds. */
interface Flight {
  readonly lane: Lane;
  readonly takenAtMs: number;
  /** What has been wished for since. */
  again: PendingKey | undefined;
}

/** Somebody waiting for a request. */
type Taker = (request: ReconcileRequest) => void;
