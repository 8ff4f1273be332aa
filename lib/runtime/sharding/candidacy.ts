import { aborted, untilAborted } from '../../clock/index.ts';
import type { Election } from './election.ts';

/** Whether, and since when, this process stands for one Lease: it may begin and end to do so again and again. */
export class Candidacy {
  readonly election: Election;
  readonly #changed: () => void;
  #stand: { readonly stop: AbortController; readonly end: Promise<unknown> } | undefined;
  #term: AbortSignal | undefined;

  /** @param changed - called when a term has begun or ended, and when the Lease has been given back. */
  constructor(election: Election, changed: () => void) {
    this.election = election;
    this.#changed = changed;
  }

  /** Who holds the Lease or, as far as this process knows, is about to: itself, while it stands and no other holds it. */
  holder(self: string): string | undefined {
    return this.election.holder ?? (this.#stand === undefined ? undefined : self);
  }

  /** The term of this process; undefined while it holds no valid claim. */
  get term(): AbortSignal | undefined {
    return this.#term?.aborted === false && this.election.isLeader() ? this.#term : undefined;
  }

  /** Whether it stands, or is just giving the Lease back. */
  get isStanding(): boolean {
    return this.#stand !== undefined;
  }

  /** Whether it stands for what another holds. */
  get isBeaten(): boolean {
    return this.isStanding && !this.election.isLeader() && this.election.holder !== undefined;
  }

  /** Takes part from now on. Nothing happens while the last time isn't over. */
  stand(): void {
    if (this.#stand !== undefined) return;
    const stop = new AbortController();
    this.#stand = { stop, end: Promise.all([this.election.run(stop.signal), this.#follow(stop.signal)]) };
  }

  /** Takes part no longer. @returns when the Lease has been given back, or can't be. */
  async withdraw(): Promise<void> {
    const stand = this.#stand;
    if (stand === undefined) return;
    stand.stop.abort();
    await stand.end;
    if (this.#stand !== stand) return;
    this.#stand = undefined;
    this.#changed();
  }

  async #follow(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const term = await untilAborted(this.election.term(), stop);
      if (term === undefined) return;
      this.#term = term;
      this.#changed();
      await aborted(term);
      this.#changed();
    }
  }
}
