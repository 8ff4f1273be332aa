import { brandedError } from '../../error/index.ts';

/**
 * A failure in a run, at one write of a manager or at one event of its watches.
 *
 * - `crash-before-write`: the manager is killed, and another one starts a second later.
 * - `crash-after-write`: the API server has stored the write, and the manager is killed before the answer.
 * - `conflict`: another actor annotates the object just before the write, so that the API server answers 409 if the write is bound to
 *   a version, and removes the annotation afterwards. The creation of an object is answered with 409, as quotas do.
 * - `server-error`, `timeout`: the API server answers 500, or not at all, and stores nothing.
 * - `lost-answer`: the API server stores the write, and the connection breaks before the answer.
 * - `handover`: the leader loses its Lease while the write waits for a connection, and another manager takes over. Left out if the
 *   managers serve webhooks.
 * - `child-conflict`: another actor creates an object with the name of the child a moment before.
 * - `late-event`: the event arrives 50 ms later than all others.
 * - `stale-kind`: the watch shows nothing for 20 s, from this event on; other watches are up to date.
 * - `stale-cache`: all watches show nothing for 20 s.
 * - `dropped-event`: the watch ends with 410 instead, so that the manager lists the kind again.
 * - `coalesced-event`: the event and the next one of the same object arrive as one.
 */
export type FaultName = (typeof writeFaults)[number] | (typeof eventFaults)[number];

/** Faults of writes. */
export const writeFaults = [
  'crash-before-write',
  'crash-after-write',
  'conflict',
  'server-error',
  'timeout',
  'lost-answer',
  'child-conflict',
  'handover',
] as const;

/** Faults of events. */
export const eventFaults = ['late-event', 'stale-kind', 'stale-cache', 'dropped-event', 'coalesced-event'] as const;

/** A fault, and the number of the write or event at which it is injected, from 1. */
export interface Fault {
  readonly name: FaultName;
  readonly at: number;
}

/** Faults of one run. */
export type Schedule = readonly Fault[];

/**
 * Thrown for a text that isn't a schedule of faults.
 *
 * @example
 * try {
 *   await testOperator(MemcachedOperator);
 * } catch (error) {
 *   if (ScheduleError.is(error)) console.error(error.message); // 'conflict' is not a fault: write one such as conflict@3
 *   throw error;
 * }
 */
export class ScheduleError extends brandedError('ScheduleError') {
  readonly code = 'schedule';
}

/** Returns the text of a schedule: `conflict@3,late-event@7`. */
export function formatSchedule(schedule: Schedule): string {
  return schedule.map(({ name, at }) => `${name}@${at}`).join(',');
}

/** Returns the schedule of a text. @throws ScheduleError for any other text. */
export function parsedSchedule(text: string): Schedule {
  if (text === '') return [];
  return text.split(',').map((part) => {
    const [name, at] = part.split('@');
    const known = [...writeFaults, ...eventFaults].find((each) => each === name);
    if (known === undefined || !(Number(at) >= 1)) {
      throw new ScheduleError(`'${part}' is not a fault: write one such as conflict@3`);
    }
    return { name: known, at: Number(at) };
  });
}

/** Returns true for a fault of a write. */
export function isWriteFault({ name }: Fault): boolean {
  return writeFaults.some((each) => each === name);
}
