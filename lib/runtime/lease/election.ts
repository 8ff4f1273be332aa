import { randomUUID } from 'node:crypto';
import type { StoredObject } from '../../api/index.ts';
import { untilAborted, whenAborted } from '../../clock/index.ts';

/** The right to write, which the leader or the holder of a shard has. */
export interface WriteRight {
  /** True at the moment of the call; it may be false a moment later. */
  isLeader(): boolean;
}

/** The election for one Lease. An election that isn't running only observes. */
export interface Election extends WriteRight {
  /** The identity of the holder as far as this process knows, which may be its own; undefined if the Lease is free. */
  readonly holder: string | undefined;
  /**
   * When this process last observed a renewal by the holder, by its monotonic clock; undefined before the first read.
   */
  readonly seenAtMs: number | undefined;
  /**
   * When the holder last renewed, by the holder's wall clock: a hint, because clocks differ. Undefined before the first
   * read.
   */
  readonly renewedAtMs: number | undefined;
  /**
   * True if another process holds the Lease and hasn't renewed it for its whole duration. A process that has observed it
   * for less time can't acquire it yet.
   */
  readonly isExpired: boolean;
  /**
   * Reads the Lease as a list shows it. A candidate that has observed the Lease needn't wait a whole duration again for
   * the end of a holder that is gone.
   */
  observe(lease: StoredObject): void;
  /** Resolves with the present term, or with the next one when it begins: a signal that aborts when the term ends. */
  term(): Promise<AbortSignal>;
  /**
   * Takes part until `signal` aborts, then releases the Lease, so that another candidate acquires it without waiting. May
   * be called again afterwards.
   */
  run(signal: AbortSignal): Promise<void>;
}

/**
 * Returns an identity that no other candidate has ever had, readable for people: `{hostname}_{uuid}`. A new one at each
 * call.
 */
export function candidateIdentity(hostname: string): string {
  return `${hostname}_${randomUUID()}`;
}

/**
 * Runs `work` once in each term: starts it when the term begins, aborts it when the term ends, and waits for it before the
 * next term.
 *
 * Resolves when `signal` has aborted and no work is left.
 *
 * @param work - ends when its signal aborts; work that ends earlier is not started again in the same term.
 * @throws what `work` throws while its signal is not aborted.
 */
export async function runInEachTerm(
  election: Pick<Election, 'term'>,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const term = await untilAborted(election.term(), signal);
    if (term === undefined) return;
    const both = AbortSignal.any([term, signal]);
    try {
      if (!both.aborted) await work(both);
    } catch (error) {
      if (!both.aborted) throw error;
    }
    await whenAborted(both);
  }
}
