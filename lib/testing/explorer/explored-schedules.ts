// In: the baseline of an exploration. Out: the schedules of an exploration: each fault at each write and event, and then several faults together.
// Called by explorations.

import type { Chance } from '../sampling/chance.ts';
import { eventOrders } from './event-order.ts';
import { type EventFaultName, eventFaults, type Fault, type FaultSchedule, writeFaults } from './fault.ts';
import type { RunRecord } from './step-run.ts';

/** The share of an exploration's runs that have several faults. */
const combinedShare = 0.15;

/** The largest number of faults in one run. */
const mostFaults = 3;

/** The ages of the views with which managers start again, in events. */
const viewAges = [1, 4, 16];

/** The schedules to run. */
export interface ExploredSchedules {
  readonly schedules: readonly FaultSchedule[];
  /** The number of schedules with one fault that the limit leaves out. */
  readonly omittedCount: number;
}

/** The bounds of an exploration. */
export interface ScheduleLimits {
  /** The largest number of schedules. */
  readonly limit: number;
  /** The largest number of orders of events that arrive at one time. */
  readonly orders: number;
}

/** Returns the schedules of an exploration. */
export function exploredSchedules(
  { writes, events }: RunRecord,
  { limit, orders: orderLimit }: ScheduleLimits,
  chance: Chance,
): ExploredSchedules {
  const orders = eventOrders(events, orderLimit, chance);
  const single = [
    ...writeFaults.flatMap((name) =>
      writes.flatMap(({ isCreation }, index): Fault[] =>
        name === 'child-conflict' && !isCreation ? [] : [{ name, at: index + 1 }],
      ),
    ),
    ...eventFaults.flatMap((name) => {
      if (name === 'reordered-events') return orders.map(({ at, watches }): Fault => ({ name, at, numbers: watches }));
      return events.flatMap((_, index) => eventFaultsAt(name, index + 1));
    }),
  ];
  const schedules = chance.sets(single, { limit, combinedShare, largest: mostFaults });
  return { schedules, omittedCount: single.length - schedules.filter(({ length }) => length === 1).length };
}

/** Returns the variants of a fault at one event. */
function eventFaultsAt(name: Exclude<EventFaultName, 'reordered-events'>, at: number): readonly Fault[] {
  if (name !== 'old-view') return [{ name, at }];
  return viewAges.filter((age) => age <= at).map((age) => ({ name, at, numbers: [age] }));
}
