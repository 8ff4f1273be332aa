import type { Clock, Timer } from './clock.ts';

/** The longest delay of Node's timers: they treat a longer one as no delay. */
const longestTimeoutMs = 2 ** 31 - 1;

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  random: () => Math.random(),

  sleep(ms, signal) {
    return sleepOn((wake) => new Timeout(ms, wake), signal);
  },

  timer(ms, callback) {
    return new Timeout(ms, callback).unref();
  },
};

/** Resolves when the timer that `start` returns calls back. @throws the signal's reason, at once, when it is or becomes aborted. */
export function sleepOn(start: (wake: () => void) => Timer, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  if (signal?.aborted) {
    reject(signal.reason);
    return promise;
  }
  const abandon = () => {
    timer.cancel();
    reject(signal?.reason);
  };
  const timer = start(() => {
    signal?.removeEventListener('abort', abandon);
    resolve();
  });
  signal?.addEventListener('abort', abandon, { once: true });
  return promise;
}

/** A call after any delay, by as many of Node's timeouts as it takes. */
class Timeout implements Timer {
  readonly #callback: () => void;
  #timeout: NodeJS.Timeout;

  constructor(ms: number, callback: () => void) {
    this.#callback = callback;
    this.#timeout = this.#startTimeout(ms);
  }

  cancel(): void {
    clearTimeout(this.#timeout);
  }

  unref(): this {
    this.#timeout.unref();
    return this;
  }

  #startTimeout(ms: number): NodeJS.Timeout {
    if (ms <= longestTimeoutMs) return setTimeout(this.#callback, ms);
    return setTimeout(() => {
      const hasRef = this.#timeout.hasRef();
      this.#timeout = this.#startTimeout(ms - longestTimeoutMs);
      if (!hasRef) this.#timeout.unref();
    }, longestTimeoutMs);
  }
}
