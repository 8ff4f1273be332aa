import type { Clock } from '../../../clock/index.ts';
import { StatusError } from '../status-error.ts';

/** The pause after a failure. */
const retryMs = 1_000;

/**
 * Does work, again each second while the API server refuses a request of it, as for a conversion webhook that is away.
 * Ends when `signal` aborts.
 *
 * @throws errors that aren't answers of the API server.
 */
export async function untilAccepted(work: () => Promise<void>, clock: Clock, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await work();
      return;
    } catch (error) {
      if (!StatusError.is(error)) throw error;
      await turn(clock, retryMs, signal);
    }
  }
}

/** Does a controller's work in the turn of the clock after it was scheduled, one run after the other. */
export class ScheduledWork {
  readonly #work: () => Promise<void>;
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  #isDue = false;
  #lastRun: Promise<void> = Promise.resolve();

  constructor(work: () => Promise<void>, clock: Clock, signal: AbortSignal) {
    this.#work = work;
    this.#clock = clock;
    this.#signal = signal;
  }

  schedule(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    const due = turn(this.#clock, 0, this.#signal);
    this.#lastRun = Promise.all([due, this.#lastRun]).then(() => {
      this.#isDue = false;
      return untilAccepted(this.#work, this.#clock, this.#signal);
    });
  }
}

/** Waits; unlike a timer, a sleep keeps the process alive. Ends early when `signal` aborts. */
async function turn(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  try {
    await clock.sleep(ms, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
