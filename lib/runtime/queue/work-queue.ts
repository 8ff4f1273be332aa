// In: requests to reconcile keys, from triggers, from workers that retry, and from reconciles that return a requeue.
// Out: one request at a time for each key, fairly by namespace, and in due order within a namespace. Called by
// `runtime/controller/controller.ts`, whose triggers add keys and whose workers take them.

import { NamespaceSlots } from '../../client/index.ts';
import { Backoff, type Clock, type Timer } from '../../clock/index.ts';
import type { QueueMetrics } from '../../telemetry/index.ts';
import { mergedPendingKeys, namespaceOf, type PendingKey, PendingKeys } from './pending-keys.ts';
import { type QueueContent, queueContent } from './queue-content.ts';
import type { AddOptions, Lane, ReconcileRequest } from './reconcile-request.ts';
import { RetryQueue } from './retry-queue.ts';

/** The dependencies of {@link WorkQueue}. */
export interface WorkQueuePorts {
  readonly clock: Clock;
  readonly metrics: QueueMetrics;
}

/**
 * The retries of a key that no other key delays. They follow a change of this key, so the changes limit their number, and
 * a failure that ends within a second costs the key no further delay.
 */
const freeRetryCount = 3;

/** Limits all further retries of all keys together. */
const retryRate = { burst: 100, perSecond: 10 };

/**
 * The longest time from a failure to its retry, whatever the rate: the longest backoff.
 *
 * @example
 * const retriedAt = new Date(Date.now() + longestRetryMs);
 */
export const longestRetryMs = 300_000;

/** The delays of one key that fails repeatedly. */
const backoff = new Backoff({ baseMs: 100, maxMs: longestRetryMs });

/** Options of {@link WorkQueue}. */
export interface WorkQueueOptions {
  /**
   * The number of workers. If there are several namespaces, a quarter of the workers is reserved for namespaces that hold
   * none.
   */
  readonly workerCount: number;
}

/**
 * The keys to reconcile.
 *
 * A key waits at most once, however often it is added, and is in flight at most once: a key that is added while in flight
 * waits again when its worker is done. No added key is lost. Of several requests for a key the earliest due time counts.
 * Urgent keys overtake background keys, but at least one key in nine is a background key. Namespaces share workers and
 * retries fairly, so that a tenant whose reconciles hang or fail doesn't stop other tenants. The queue uses the clock's
 * monotonic time and at most one timer.
 */
export class WorkQueue {
  readonly #clock: Clock;
  readonly #metrics: QueueMetrics;
  readonly #retryQueue: RetryQueue;
  readonly #slots: NamespaceSlots;
  readonly #waiting: PendingKeys;
  readonly #inFlight = new Map<string, Flight>();
  /** Key → number of retries since it was last forgotten. */
  readonly #retryCounts = new Map<string, number>();
  readonly #takers = new Set<Taker>();
  #termBeganAtMs = 0;
  #alarm: { readonly timer: Timer; readonly dueAtMs: number } | undefined;

  constructor({ clock, metrics }: WorkQueuePorts, { workerCount }: WorkQueueOptions) {
    this.#clock = clock;
    this.#metrics = metrics;
    this.#retryQueue = new RetryQueue(retryRate, clock.monotonic());
    this.#slots = new NamespaceSlots(workerCount);
    this.#waiting = new PendingKeys(() => metrics.keyAdded());
    metrics.observeQueue(() => ({
      depth: this.#waiting.dueCount(clock.monotonic()),
      runningMs: [...this.#inFlight.values()].map(({ takenAtMs }) => clock.monotonic() - takenAtMs),
    }));
  }

  /** The number of waiting keys, due or not. Keys in flight are not counted. */
  get size(): number {
    return this.#waiting.size + this.#retryQueue.size;
  }

  /** The running and the waiting keys. Costs n·log n. */
  get content(): QueueContent {
    const [inFlight, retryCounts] = [this.#inFlight, this.#retryCounts];
    const [pending, retries] = [this.#waiting.values(), this.#retryQueue.values()];
    return queueContent({ inFlight, pending, retries, retryCounts }, this.#clock.monotonic());
  }

  /** The keys that wait, due or not. A key may occur twice. */
  get waitingKeys(): readonly string[] {
    return [...this.#waiting.values(), ...this.#retryQueue.values()].map(({ key }) => key);
  }

  /** Notes that a term of workers begins. The time that keys have waited before isn't measured: no worker was to take them. */
  beginTerm(): void {
    this.#termBeganAtMs = this.#clock.monotonic();
  }

  /**
   * Adds a request to reconcile a key.
   *
   * @throws RangeError if `dueInMs` is negative or not a finite number.
   */
  add(key: string, { reason, lane = 'urgent', dueInMs = 0 }: AddOptions): void {
    if (!(dueInMs >= 0 && dueInMs < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`${key} can't be due in ${dueInMs} ms: give 0 or more`);
    }
    const nowMs = this.#clock.monotonic();
    if (dueInMs > 0) this.#metrics.keyDelayed();
    this.#queueRequest({ key, reasons: new Set([reason]), lane, dueAtMs: nowMs + dueInMs }, nowMs);
    this.#dispatchDue();
  }

  /**
   * Resolves with the next key to reconcile, as soon as one is due. Callers are served in the order of their calls.
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
    // Under load a key is always due: then no listener and no timer is needed.
    const nowMs = this.#clock.monotonic();
    const next = this.#takers.size === 0 ? this.#takeNext(nowMs, 1) : undefined;
    if (next !== undefined) {
      resolve(this.#beginFlight(next, nowMs));
      return promise;
    }
    const abandon = () => {
      // The other takers may wait with the same signal: no key is for them any more.
      this.#takers.delete(taker);
      this.#setAlarm(this.#clock.monotonic());
      reject(signal.reason);
    };
    const taker: Taker = (request) => {
      signal.removeEventListener('abort', abandon);
      resolve(request);
    };
    signal.addEventListener('abort', abandon, { once: true });
    this.#takers.add(taker);
    this.#dispatchDue();
    return promise;
  }

  /**
   * Ends the flight of a key, whatever the outcome of its reconcile. A key that was added meanwhile waits again.
   * Idempotent.
   */
  done(key: string): void {
    const flight = this.#inFlight.get(key);
    if (flight === undefined) return;
    this.#inFlight.delete(key);
    this.#slots.release(namespaceOf(key));
    const nowMs = this.#clock.monotonic();
    this.#metrics.keyFinished(nowMs - flight.takenAtMs);
    if (flight.again !== undefined) this.#waiting.add(flight.again, nowMs);
    this.#dispatchDue();
  }

  /**
   * Adds a request for a key whose reconcile failed, due after the key's own backoff. From the fourth retry on the key
   * also waits for a turn of its namespace: ten retries a second, namespaces in turn, for 5 minutes at most. Another
   * request that is due earlier still counts. Call it before {@link WorkQueue.done}, so that the key keeps its lane.
   */
  retry(key: string): void {
    const count = (this.#retryCounts.get(key) ?? 0) + 1;
    const dueInMs = backoff.delayMs(count, this.#clock);
    const lane = this.#inFlight.get(key)?.lane ?? 'urgent';
    this.#retryCounts.set(key, count);
    if (count <= freeRetryCount) {
      this.add(key, { reason: 'retry', dueInMs, lane });
      return;
    }
    const nowMs = this.#clock.monotonic();
    const notBeforeMs = nowMs + dueInMs;
    const notAfterMs = Math.max(notBeforeMs, nowMs + longestRetryMs);
    this.#metrics.keyDelayed();
    this.#retryQueue.add({ key, namespace: namespaceOf(key), lane, notBeforeMs, notAfterMs });
    this.#dispatchDue();
  }

  /** Resets the retries of a key that has succeeded or is gone: its next retry is its first again. */
  forget(key: string): void {
    this.#retryCounts.delete(key);
    this.#retryQueue.remove(key);
  }

  /** Removes all requests for a key that is gone. If it is in flight, the flight continues. */
  remove(key: string): void {
    this.#waiting.remove(key);
    this.forget(key);
    const flight = this.#inFlight.get(key);
    if (flight !== undefined) flight.again = undefined;
  }

  #queueRequest(request: PendingKey, nowMs: number): void {
    const flight = this.#inFlight.get(request.key);
    this.#slots.recordNeed(namespaceOf(request.key));
    if (flight === undefined) this.#waiting.add(request, nowMs);
    else flight.again = flight.again === undefined ? request : mergedPendingKeys(flight.again, request, nowMs);
  }

  /** Returns the key for one of the free workers, including retries that are due now. */
  #takeNext(nowMs: number, freeCount: number): PendingKey | undefined {
    for (let retry = this.#retryQueue.take(nowMs); retry !== undefined; retry = this.#retryQueue.take(nowMs)) {
      this.#queueRequest({ key: retry.key, reasons: new Set(['retry']), lane: retry.lane, dueAtMs: nowMs }, nowMs);
    }
    return this.#waiting.take(nowMs, (namespaces) => this.#slots.nextNamespace(namespaces, freeCount));
  }

  #dispatchDue(): void {
    const nowMs = this.#clock.monotonic();
    for (const taker of this.#takers) {
      const next = this.#takeNext(nowMs, this.#takers.size);
      if (next === undefined) break;
      this.#takers.delete(taker);
      taker(this.#beginFlight(next, nowMs));
    }
    this.#setAlarm(nowMs);
  }

  #beginFlight({ key, reasons, lane, dueAtMs }: PendingKey, nowMs: number): ReconcileRequest {
    this.#inFlight.set(key, { lane, takenAtMs: nowMs, again: undefined });
    this.#slots.take(namespaceOf(key));
    this.#retryQueue.remove(key);
    this.#metrics.keyTaken(nowMs - Math.max(dueAtMs, this.#termBeganAtMs));
    return { key, reasons, lane, retryCount: this.#retryCounts.get(key) ?? 0 };
  }

  /**
   * A waiting worker must be woken when the next key is due. Without one, the next call of `take` checks the time itself.
   */
  #setAlarm(nowMs: number): void {
    const wakeUps = [this.#waiting.nextDueAtMs, this.#retryQueue.nextAtMs(nowMs)].filter((ms) => ms !== undefined);
    const dueAtMs = this.#takers.size === 0 || wakeUps.length === 0 ? undefined : Math.min(...wakeUps);
    if (dueAtMs === this.#alarm?.dueAtMs) return;
    this.#alarm?.timer.cancel();
    this.#alarm = undefined;
    if (dueAtMs === undefined) return;
    const timer = this.#clock.timer(dueAtMs - nowMs, () => {
      this.#alarm = undefined;
      this.#dispatchDue();
    });
    this.#alarm = { timer, dueAtMs };
  }
}

/** A key that a worker has taken. */
interface Flight {
  readonly lane: Lane;
  readonly takenAtMs: number;
  /** The requests added since. */
  again: PendingKey | undefined;
}

/** The callback of a waiting worker. */
type Taker = (request: ReconcileRequest) => void;
