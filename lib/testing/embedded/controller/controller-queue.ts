// In: keys of work, due now or later. Out: their work, one after the other. Filled by the controllers of the embedded cluster.

import { type Clock, untilAborted } from '../../../clock/index.ts';
import { StatusError } from '../status-error.ts';

/** The pause after a request that the API server refuses. */
const retryMs = 1_000;

type Work = () => Promise<void>;

/**
 * The work of all controllers, in the order in which it became due. A key that is due already isn't added again.
 *
 * A turn begins with the next turn of the clock, or with {@link ControllerQueue.settled}, and lasts until nothing is due. Work
 * that the API server refuses is due again after a second, as for a webhook that is away.
 */
export class ControllerQueue {
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  readonly #due = new Map<string, Work>();
  /** Time → the work that is due then. One timer for each time: controllers have thousands of keys. */
  readonly #later = new Map<number, Map<string, Work>>();
  #turn: Promise<void> | undefined;
  #isScheduled = false;

  constructor(clock: Clock, signal: AbortSignal) {
    this.#clock = clock;
    this.#signal = signal;
  }

  /** Adds work that is due now. */
  add(key: string, work: Work): void {
    if (this.#signal.aborted || this.#due.has(key)) return;
    this.#due.set(key, work);
    if (this.#turn === undefined && !this.#isScheduled) void this.#schedule();
  }

  /** Adds work that is due at a time of the clock, in milliseconds since the epoch. */
  addAt(timeMs: number, key: string, work: Work): void {
    const now = this.#clock.now();
    if (timeMs <= now) {
      this.add(key, work);
      return;
    }
    const known = this.#later.get(timeMs);
    if (known !== undefined) {
      known.set(key, work);
      return;
    }
    this.#later.set(timeMs, new Map([[key, work]]));
    this.#clock.timer(timeMs - now, () => this.#release(timeMs));
  }

  /** True while nothing is due before time moves or an object changes. */
  get isSettled(): boolean {
    return this.#due.size === 0 && this.#turn === undefined;
  }

  /** Begins a turn at once if work is due, and resolves when nothing is due. */
  async settled(): Promise<void> {
    while (!this.isSettled && !this.#signal.aborted) await this.#begin();
  }

  #release(timeMs: number): void {
    const keys = this.#later.get(timeMs) ?? [];
    this.#later.delete(timeMs);
    for (const [key, work] of keys) this.add(key, work);
  }

  /** A sleep, unlike a timer, keeps the process alive. */
  async #schedule(): Promise<void> {
    this.#isScheduled = true;
    await untilAborted(this.#clock.sleep(0), this.#signal);
    this.#isScheduled = false;
    await this.#begin();
  }

  async #begin(): Promise<void> {
    if (this.#due.size > 0 && !this.#signal.aborted) this.#turn ??= this.#run();
    await this.#turn;
  }

  async #run(): Promise<void> {
    for (const [key, work] of this.#due) {
      if (this.#signal.aborted) break;
      this.#due.delete(key);
      await this.#attempt(key, work);
    }
    this.#turn = undefined;
  }

  async #attempt(key: string, work: Work): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!StatusError.is(error)) throw error;
      this.addAt(this.#clock.now() + retryMs, key, work);
    }
  }
}
