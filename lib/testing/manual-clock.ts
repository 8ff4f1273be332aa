import type { Clock, Timer } from '../clock/index.ts';

/** How a {@link ManualClock} starts. */
export interface ManualClockOptions {
  /** What {@link Clock.now} says at first, in milliseconds since the epoch. @default 2030-01-01T00:00:00Z */
  readonly nowMs?: number;
}

/**
 * A clock that stands still until a test moves it.
 *
 * What depends on time is thereby exact and instant: an hour of retries passes in a millisecond,
 * in the same order on every machine.
 */
export class ManualClock implements Clock {
  readonly #startMs: number;
  readonly #pending = new Set<PendingCall>();
  #elapsedMs = 0;

  constructor({ nowMs = 1_893_456_000_000 }: ManualClockOptions = {}) {
    this.#startMs = nowMs;
  }

  now(): number {
    return this.#startMs + this.#elapsedMs;
  }

  monotonic(): number {
    return this.#elapsedMs;
  }

  timer(ms: number, callback: () => void): Timer {
    // Whole, as the timers of machines are: by a sum of fractions, what is due could come a hair too early, for ever.
    const call = { dueAtMs: Math.ceil(this.#elapsedMs + ms), callback };
    this.#pending.add(call);
    return { cancel: () => this.#pending.delete(call) };
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    if (signal?.aborted) {
      reject(signal.reason);
      return promise;
    }
    const abandon = () => {
      timer.cancel();
      reject(signal?.reason);
    };
    const timer = this.timer(ms, () => {
      signal?.removeEventListener('abort', abandon);
      resolve();
    });
    signal?.addEventListener('abort', abandon, { once: true });
    return promise;
  }

  /**
   * Lets `ms` milliseconds pass: runs what becomes due, earliest first and each at its own time, also what that adds.
   * Before the first, after each and at the end it waits until promises have settled that depend on nothing but each other.
   *
   * @param ms - 0 or more; 0 lets promises settle and runs what is due now.
   */
  async advance(ms: number): Promise<void> {
    const untilMs = this.#elapsedMs + ms;
    await settled();
    for (let next = this.#earliest(untilMs); next !== undefined; next = this.#earliest(untilMs)) {
      this.#elapsedMs = Math.max(this.#elapsedMs, next.dueAtMs);
      this.#pending.delete(next);
      next.callback();
      await settled();
    }
    this.#elapsedMs = untilMs;
  }

  /** How many sleeps and timers are pending. */
  get pendingCount(): number {
    return this.#pending.size;
  }

  #earliest(untilMs: number): PendingCall | undefined {
    let earliest: PendingCall | undefined;
    for (const call of this.#pending) {
      if (call.dueAtMs <= untilMs && call.dueAtMs < (earliest?.dueAtMs ?? Number.POSITIVE_INFINITY)) earliest = call;
    }
    return earliest;
  }
}

interface PendingCall {
  readonly dueAtMs: number;
  readonly callback: () => void;
}

/** Resolves when the promise jobs that are queued now, and all that they queue, have run: Node runs them before its next phase. */
function settled(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  setImmediate(resolve);
  return promise;
}
