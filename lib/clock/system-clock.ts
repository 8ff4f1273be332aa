import type { Clock, Timer } from './clock.ts';

/** The longest delay of Node's timers: they treat a longer one as no delay. */
const longestTimeoutMs = 2 ** 31 - 1;

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  random: () => Math.random(),

  sleep(ms, signal) {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    if (signal?.aborted) {
      reject(signal.reason);
      return promise;
    }
    const timeout = new Timeout(ms, () => {
      signal?.removeEventListener('abort', abandon);
      resolve();
    });
    function abandon(): void {
      timeout.cancel();
      reject(signal?.reason);
    }
    signal?.addEventListener('abort', abandon, { once: true });
    return promise;
  },

  timer(ms, callback) {
    return new Timeout(ms, callback).unref();
  },
};

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
