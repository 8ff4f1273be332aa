import type { Clock } from './clock.ts';

/** Ends waits early, for loops that check a state after each change, and at the latest after some time. */
export class WakeUp {
  readonly #clock: Clock;
  #woken = Promise.withResolvers<void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Ends the present wait; if there is none, the next one. */
  wake(): void {
    this.#woken.resolve();
  }

  /**
   * Resolves when `wake` has been called since the last wait, when `ms` milliseconds have passed, or when `signal` aborts.
   */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    const woken = this.#woken;
    const wake = () => woken.resolve();
    const waiting = new AbortController();
    // A sleep keeps the process alive, unlike a timer: at the start of a manager nothing else may be pending.
    this.#clock.sleep(ms, waiting.signal).then(wake, wake);
    signal.addEventListener('abort', wake, { once: true });
    if (!signal.aborted) await woken.promise;
    signal.removeEventListener('abort', wake);
    waiting.abort();
    this.#woken = Promise.withResolvers();
  }
}
