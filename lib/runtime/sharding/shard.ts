// In: the Lease of one shard, held or not, and when work may begin and has to end. Out: stints of work on its resources.
// Work is done between `open` and `giveUp` or the end of the term, whichever is first. Opened and given up by Sharding.

import type { Clock } from '../../clock/index.ts';
import type { Candidacy } from './candidacy.ts';
import type { Stint, WriteRight } from './duty.ts';

/** A time in which the resources of a shard are worked on, within one term. */
interface Opening {
  readonly end: AbortController;
  /** The signals of those who work, each as one with the end of the opening. */
  readonly signals: WeakMap<AbortSignal, AbortSignal>;
  stintCount: number;
  /** No stint begins any more. */
  isEnding: boolean;
  /** Resolves when it is ending and no stint is left. */
  readonly idle: PromiseWithResolvers<void>;
}

/** One share of the resources, in this process. */
export class Shard implements WriteRight {
  readonly candidacy: Candidacy;
  readonly #clock: Clock;
  #opening: Opening | undefined;

  constructor(candidacy: Candidacy, clock: Clock) {
    this.candidacy = candidacy;
    this.#clock = clock;
  }

  isLeader(): boolean {
    return this.#opening !== undefined && this.candidacy.election.isLeader();
  }

  /** Whether its resources are worked on. */
  get isOpen(): boolean {
    return this.#opening !== undefined;
  }

  /** Lets work begin, until `term` aborts. */
  open(term: AbortSignal): void {
    if (this.#opening !== undefined || term.aborted) return;
    const opening: Opening = {
      end: new AbortController(),
      signals: new WeakMap(),
      stintCount: 0,
      isEnding: false,
      idle: Promise.withResolvers(),
    };
    this.#opening = opening;
    term.addEventListener('abort', () => this.#close(opening, term.reason), { once: true });
  }

  /** Begins work on one of its resources; undefined if that isn't this process's to do. */
  begin(signal: AbortSignal): Stint | undefined {
    const opening = this.#opening;
    if (opening === undefined || opening.isEnding || !this.candidacy.election.isLeader()) return undefined;
    opening.stintCount += 1;
    const both = opening.signals.get(signal) ?? AbortSignal.any([opening.end.signal, signal]);
    opening.signals.set(signal, both);
    return {
      signal: both,
      end: () => {
        opening.stintCount -= 1;
        settle(opening);
      },
    };
  }

  /**
   * Lets no further work begin and what is under way end, and gives the Lease back.
   *
   * @param patienceMs - what has not ended by then is aborted.
   * @returns when the Lease has been given back, or can't be.
   */
  async giveUp(patienceMs: number): Promise<void> {
    const opening = this.#opening;
    if (opening !== undefined) {
      opening.isEnding = true;
      settle(opening);
      const timer = this.#clock.timer(patienceMs, () => opening.idle.resolve());
      await opening.idle.promise;
      timer.cancel();
      this.#close(opening, new Error('the shard goes to another replica'));
    }
    await this.candidacy.withdraw();
  }

  #close(opening: Opening, reason: unknown): void {
    if (this.#opening === opening) this.#opening = undefined;
    opening.isEnding = true;
    opening.end.abort(reason);
    opening.idle.resolve();
  }
}

function settle({ isEnding, stintCount, idle }: Opening): void {
  if (isEnding && stintCount === 0) idle.resolve();
}
