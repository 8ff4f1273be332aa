import { untilAborted, whenAborted } from '../../clock/index.ts';
import type { Election } from '../lease/index.ts';

/** This process's candidacy for one Lease. It may stand and withdraw any number of times. */
export class Candidacy {
  readonly election: Election;
  readonly #changed: () => void;
  #stand: { readonly stop: AbortController; readonly end: Promise<unknown> } | undefined;
  #term: AbortSignal | undefined;

  /** @param changed - called when a term has begun or ended, and when the Lease has been released. */
  constructor(election: Election, changed: () => void) {
    this.election = election;
    this.#changed = changed;
  }

  /** Returns the holder of the Lease; `self` while this process stands and no replica holds it. */
  holder(self: string): string | undefined {
    return this.election.holder ?? (this.#stand === undefined ? undefined : self);
  }

  /** The present term of this process; undefined while it doesn't hold the Lease. */
  get term(): AbortSignal | undefined {
    return this.#term?.aborted === false && this.election.isLeader() ? this.#term : undefined;
  }

  /** True while this process stands, and until it has released the Lease. */
  get isStanding(): boolean {
    return this.#stand !== undefined;
  }

  /** True while this process stands and another replica holds the Lease. */
  get isBeaten(): boolean {
    return this.isStanding && !this.election.isLeader() && this.election.holder !== undefined;
  }

  /** Stands for the Lease. Does nothing while an earlier candidacy has not ended. */
  stand(): void {
    if (this.#stand !== undefined) return;
    const stop = new AbortController();
    this.#stand = { stop, end: Promise.all([this.election.run(stop.signal), this.#trackTerms(stop.signal)]) };
  }

  /** Withdraws. @returns when the Lease has been released, or can't be. */
  async withdraw(): Promise<void> {
    const stand = this.#stand;
    if (stand === undefined) return;
    stand.stop.abort();
    await stand.end;
    if (this.#stand !== stand) return;
    this.#stand = undefined;
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
