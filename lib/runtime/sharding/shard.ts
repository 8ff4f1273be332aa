// In: the Lease of one shard, and when work may begin and has to end. Out: the terms in which its resources are reconciled.
// Work is done between `open` and `release`, or the end of the Lease's term if that is earlier. Called by Sharding.

import type { Clock } from '../../clock/index.ts';
import type { WriteRight } from '../lease/index.ts';
import type { Candidacy } from './candidacy.ts';
import type { WorkTerm } from './shard-ownership.ts';

/** The time in which the resources of a shard are reconciled, within one term of the Lease. */
interface Opening {
  readonly end: AbortController;
  /** Signal of a caller → that signal combined with the end of the opening. */
  readonly signals: WeakMap<AbortSignal, AbortSignal>;
  workTermCount: number;
  /** True if no further work may begin. */
  isEnding: boolean;
  /** Resolves when the opening is ending and no work is left. */
  readonly idle: PromiseWithResolvers<void>;
}

/** One shard of the resources, in this process. */
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

  /** True while its resources are reconciled here. */
  get isOpen(): boolean {
    return this.#opening !== undefined;
  }

  /** Lets work begin, until `term` aborts. */
  open(term: AbortSignal): void {
    if (this.#opening !== undefined || term.aborted) return;
    const opening: Opening = {
      end: new AbortController(),
      signals: new WeakMap(),
      workTermCount: 0,
      isEnding: false,
      idle: Promise.withResolvers(),
    };
    this.#opening = opening;
    term.addEventListener('abort', () => this.#endOpening(opening, term.reason), { once: true });
  }

  /** Begins work on one of its resources. @returns undefined if another process may work on it. */
  begin(signal: AbortSignal): WorkTerm | undefined {
    const opening = this.#opening;
    if (opening === undefined || opening.isEnding || !this.candidacy.election.isLeader()) return undefined;
    opening.workTermCount += 1;
    const both = opening.signals.get(signal) ?? AbortSignal.any([opening.end.signal, signal]);
    opening.signals.set(signal, both);
    return {
      signal: both,
      end: () => {
        opening.workTermCount -= 1;
        resolveIfIdle(opening);
      },
    };
  }

  /**
   * Lets no further work begin, waits for running work to end, and releases the Lease.
   *
   * @param patienceMs - work that has not ended by then is aborted.
   * @returns when the Lease has been released, or can't be.
   */
  async release(patienceMs: number): Promise<void> {
    const opening = this.#opening;
    if (opening !== undefined) {
      opening.isEnding = true;
      resolveIfIdle(opening);
      const timer = this.#clock.timer(patienceMs, () => opening.idle.resolve());
      await opening.idle.promise;
      timer.cancel();
      this.#endOpening(opening, new Error('another replica acquires the shard'));
    }
    await this.candidacy.stop();
  }

  #endOpening(opening: Opening, reason: unknown): void {
    if (this.#opening === opening) this.#opening = undefined;
    opening.isEnding = true;
    opening.end.abort(reason);
    opening.idle.resolve();
  }
}

function resolveIfIdle({ isEnding, workTermCount, idle }: Opening): void {
  if (isEnding && workTermCount === 0) idle.resolve();
}
