import type { Clock } from './clock.ts';

/** Ends waits early: for loops that look at how things are when something has changed, or after a time. */
export class Bell {
  readonly #clock: Clock;
  #rung = Promise.withResolvers<void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Ends the wait under way; without one, the next. */
  ring(): void {
    this.#rung.resolve();
  }

  /** Resolves when the bell has rung since the last wait, when `ms` milliseconds have passed or when `signal` aborts. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    const ring = () => this.#rung.resolve();
    const timer = this.#clock.timer(ms, ring);
    signal.addEventListener('abort', ring, { once: true });
    if (!signal.aborted) await this.#rung.promise;
    signal.removeEventListener('abort', ring);
    timer.cancel();
    this.#rung = Promise.withResolvers();
  }
}
