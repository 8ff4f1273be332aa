import type { Clock } from './clock.ts';

/** Ends waits early: for loops that look at how things are when something has changed, or after a time. */
export class WakeUp {
  readonly #clock: Clock;
  #woken = Promise.withResolvers<void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Ends the wait under way; without one, the next. */
  wake(): void {
    this.#woken.resolve();
  }

  /** Resolves when the bell has rung since the last wait, when `ms` milliseconds have passed or when `signal` aborts. */
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
