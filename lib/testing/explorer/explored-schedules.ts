// In: the baseline of an exploration. Out: the schedules of an exploration: each fault at each write and event, and then several faults together.
// Called by explorations.

import type { Chance } from '../sampling/chance.ts';
import { eventFaults, type Fault, type Schedule, writeFaults } from './fault.ts';
import type { RunRecord } from './step-run.ts';

/** The share of an exploration's runs that have several faults. */
const combinedShare = 0.15;

/** The largest number of faults in one run. */
const mostFaults = 3;

/** The schedules to run. */
export interface ExploredSchedules {
  readonly schedules: readonly Schedule[];
  /** The number of schedules with one fault that the limit leaves out. */
  readonly omittedCount: number;
}

/** Returns at most `limit` schedules. */
export function exploredSchedules(
  { writes, events, hasWebhooks }: RunRecord,
  limit: number,
  chance: Chance,
): ExploredSchedules {
  // The webhooks of a new leader begin to listen by sockets, at a time that isn't the clock's: such runs can't be repeated.
  const faults = writeFaults.filter((name) => name !== 'handover' || !hasWebhooks);
  const single = [
    ...faults.flatMap((name) =>
      writes.flatMap(({ isCreation }, index): Fault[] =>
        name === 'child-conflict' && !isCreation ? [] : [{ name, at: index + 1 }],
      ),
    ),
    ...eventFaults.flatMap((name) => events.map((_, index): Fault => ({ name, at: index + 1 }))),
  ];
  const schedules = chance.sets(single, { limit, combinedShare, largest: mostFaults });
  return { schedules, omittedCount: single.length - schedules.filter(({ length }) => length === 1).length };
}
