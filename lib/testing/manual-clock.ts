import { type Clock, DueHeap, sleepOn, type Timer } from '../clock/index.ts';

/** Options of a {@link ManualClock}. */
export interface ManualClockOptions {
  /** First value of {@link Clock.now}, in milliseconds since the epoch. @default 2030-01-01T00:00:00Z */
  readonly nowMs?: number;
}

/**
 * A clock that a test moves.
 *
 * Tests of time are exact and instant: an hour of retries passes in a millisecond, in the same order on every machine.
 *
 * @example
 * const clock = new ManualClock();
 * let isOver = false;
 * clock.timer(3_600_000, () => (isOver = true));
 * await clock.advance(3_600_000);
 * assert.equal(isOver, true);
 */
export class ManualClock implements Clock {
  readonly #startMs: number;
  readonly #pending = new DueHeap<() => void>();
  #elapsedMs = 0;
  /** The value that {@link random} returns: with 0.5, delays have their middle length. */
  randomValue = 0.5;

  constructor({ nowMs = 1_893_456_000_000 }: ManualClockOptions = {}) {
    this.#startMs = nowMs;
  }

  now(): number {
    return this.#startMs + this.#elapsedMs;
  }

  monotonic(): number {
    return this.#elapsedMs;
  }

  random(): number {
    return this.randomValue;
  }

  timer(ms: number, callback: () => void): Timer {
    // Rounded up, as timers of a system are: with a sum of fractions a call could be due slightly too early every time.
    const call = () => callback();
    this.#pending.add(call, Math.ceil(this.#elapsedMs + ms));
    return { cancel: () => this.#pending.remove(call) };
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return sleepOn((wake) => this.timer(ms, wake), signal);
  }

  /**
   * Advances the time by `ms` milliseconds. Runs the calls that become due, the earliest first and each at its own
   * time, the calls that these add included. Before the first, after each and at the end it waits for the promise jobs
   * that are queued.
   *
   * @param ms - 0 or more; 0 waits for promises and runs the calls that are due now.
   */
  async advance(ms: number): Promise<void> {
    const untilMs = this.#elapsedMs + ms;
    await promiseJobs();
    while ((this.#pending.first?.dueAtMs ?? Number.POSITIVE_INFINITY) <= untilMs) await this.runNext();
    this.#elapsedMs = untilMs;
  }

  /** Advances the time to the earliest pending call, if there is one, and runs that call alone; then waits for the promise jobs. */
  async runNext(): Promise<void> {
    const next = this.#pending.first;
    if (next === undefined) return;
    this.#elapsedMs = Math.max(this.#elapsedMs, next.dueAtMs);
    this.#pending.remove(next.item);
    next.item();
    await promiseJobs();
  }

  /** The milliseconds until the earliest pending call; undefined if none is pending. */
  get untilNextMs(): number | undefined {
    const next = this.#pending.first;
    return next && Math.max(0, next.dueAtMs - this.#elapsedMs);
  }

  /** Number of pending sleeps and timers. */
  get pendingCount(): number {
    return this.#pending.size;
  }
}

/**
 * Resolves when the promise jobs in the queue, and all jobs that these add, have run: Node runs them before its next
 * phase.
 */
export function promiseJobs(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  setImmediate(resolve);
  return promise;
}
