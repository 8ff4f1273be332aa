import { aborted, untilAborted } from '../../clock/index.ts';
import type { LeaderElection } from './leader-election.ts';

/**
 * Runs `work` once in each term: starts it when the term begins, aborts it when the term ends, and waits for it before the
 * next term.
 *
 * Resolves when `signal` has aborted and no work is left.
 *
 * @param work - ends when its signal aborts; work that ends earlier is not started again in the same term.
 * @throws what `work` throws while its signal is not aborted.
 */
export async function eachTerm(
  election: Pick<LeaderElection, 'term'>,
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
    await aborted(both);
  }
}
