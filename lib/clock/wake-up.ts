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
    const wake = () => this.#woken.resolve();
    const timer = this.#clock.timer(ms, wake);
    signal.addEventListener('abort', wake, { once: true });
    if (!signal.aborted) await this.#woken.promise;
    signal.removeEventListener('abort', wake);
    timer.cancel();
    this.#woken = Promise.withResolvers();
  }
}
