import { brandedError } from '../../error/index.ts';

/**
 * A failure in a run, at one write of a manager or at one event of its watches.
 *
 * - `crash-before-write`: the manager is killed, and another one starts a second later.
 * - `crash-after-write`: the API server has stored the write, and the manager is killed before the response.
 * - `conflict`: another actor adds an annotation and a finalizer to the object just before the write, and removes them afterwards. The
 *   API server answers 409 if the write is bound to a version. It answers the creation of an object with 409, as quotas do.
 * - `server-error`, `timeout`: the API server answers 500, or not at all, and stores nothing.
 * - `lost-response`: the API server stores the write, and the connection breaks before the response.
 * - `handover`: the leader loses its Lease while the write waits for a connection, and another manager takes over.
 * - `child-conflict`: another actor creates an object with the name of the child a moment before.
 * - `late-event`: the event arrives 50 ms later than all others.
 * - `stale-kind`: the watch shows nothing for 20 s, from this event on; other watches are up to date.
 * - `stale-cache`: all watches show nothing for 20 s.
 * - `dropped-event`: the watch ends with 410 instead, so that the manager lists the kind again.
 * - `coalesced-event`: the event and the next one of the same object arrive as one.
 * - `reordered-events`: the event and the ones that arrive at the same time come in another order, a millisecond after each other:
 *   `reordered-events@7.2-1-1` are one of the second watch and then two of the first.
 * - `old-view`: the managers are killed, and the next ones list the objects of some events ago: `old-view@7.4` those before the last
 *   four. They see changes 20 s later.
 */
export type FaultName = (typeof writeFaults)[number] | EventFaultName;

/** A fault of an event: see {@link FaultName}. */
export type EventFaultName = (typeof eventFaults)[number];

/** Faults of writes. */
export const writeFaults = [
  'crash-before-write',
  'crash-after-write',
  'conflict',
  'server-error',
  'timeout',
  'lost-response',
  'child-conflict',
  'handover',
] as const;

/** Faults of events. */
export const eventFaults = [
  'late-event',
  'stale-kind',
  'stale-cache',
  'dropped-event',
  'coalesced-event',
  'reordered-events',
  'old-view',
] as const;

/** A fault, and the number of the write or event at which it is injected, from 1. */
export interface Fault {
  readonly name: FaultName;
  readonly at: number;
  /** Of `reordered-events` the order of watches, of `old-view` the number of events. @default none */
  readonly numbers?: readonly number[];
}

/** Faults of one run. */
export type FaultSchedule = readonly Fault[];

/**
 * Thrown for a text that isn't a schedule of faults, and for a replay that doesn't reach one of its faults.
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
export function formatSchedule(schedule: FaultSchedule): string {
  return schedule.map(formatFault).join(',');
}

/** Returns the text of a fault: `conflict@3`. */
export function formatFault({ name, at, numbers = [] }: Fault): string {
  return `${name}@${at}${numbers.length === 0 ? '' : `.${numbers.join('-')}`}`;
}

/** Returns the schedule of a text. @throws ScheduleError for any other text. */
export function parsedSchedule(text: string): FaultSchedule {
  if (text === '') return [];
  return text.split(',').map((part) => {
    const [, name, at, numbers] = /^([a-z-]+)@(\d+)(?:\.(\d+(?:-\d+)*))?$/.exec(part) ?? [];
    const known = [...writeFaults, ...eventFaults].find((each) => each === name);
    const hasNumbers = known === 'reordered-events' || known === 'old-view';
    if (known === undefined || !(Number(at) >= 1) || hasNumbers !== (numbers !== undefined)) {
      throw new ScheduleError(`'${part}' is not a fault: write one such as conflict@3 or old-view@7.4`);
    }
    return { name: known, at: Number(at), ...(numbers !== undefined && { numbers: numbers.split('-').map(Number) }) };
  });
}

/** Returns true for a fault of a write. */
export function isWriteFault({ name }: Fault): boolean {
  return writeFaults.some((each) => each === name);
}
