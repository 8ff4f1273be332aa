import { untilAborted, whenAborted } from '../../clock/index.ts';
import type { Election } from '../lease/index.ts';

/** This process's candidacy for one Lease, which may be started and stopped any number of times. */
export class Candidacy {
  readonly election: Election;
  readonly #changed: () => void;
  #run: { readonly stop: AbortController; readonly end: Promise<unknown> } | undefined;
  #term: AbortSignal | undefined;

  /** @param changed - called when a term has begun or ended, and when the Lease has been released. */
  constructor(election: Election, changed: () => void) {
    this.election = election;
    this.#changed = changed;
  }

  /** Returns the holder of the Lease; `self` while the candidacy is started and no replica holds it. */
  holder(self: string): string | undefined {
    return this.election.holder ?? (this.#run === undefined ? undefined : self);
  }

  /** The present term of this process; undefined while it doesn't hold the Lease. */
  get term(): AbortSignal | undefined {
    return this.#term?.aborted === false && this.election.isLeader() ? this.#term : undefined;
  }

  /** True from the start until the Lease has been released. */
  get isStarted(): boolean {
    return this.#run !== undefined;
  }

  /** True while the candidacy is started and another replica holds the Lease. */
  get isHeldByOther(): boolean {
    return this.isStarted && !this.election.isLeader() && this.election.holder !== undefined;
  }

  /** Takes part in the election. Does nothing until an earlier start has been stopped. */
  start(): void {
    if (this.#run !== undefined) return;
    const stop = new AbortController();
    this.#run = { stop, end: Promise.all([this.election.run(stop.signal), this.#trackTerms(stop.signal)]) };
  }

  /** Ends the candidacy. @returns when the Lease has been released, or can't be. */
  async stop(): Promise<void> {
    const run = this.#run;
    if (run === undefined) return;
    run.stop.abort();
    await run.end;
    if (this.#run !== run) return;
    this.#run = undefined;
    this.#changed();
  }

  async #trackTerms(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const term = await untilAborted(this.election.term(), stop);
      if (term === undefined) return;
      this.#term = term;
      this.#changed();
      await whenAborted(term);
      this.#changed();
    }
  }
}
