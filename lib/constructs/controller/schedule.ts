import { Cron } from 'croner';

/** Options of {@link Schedule}. */
export interface ScheduleOptions {
  /** The zone in which the pattern counts hours and days, such as `Europe/Berlin`. @default UTC */
  readonly timeZone?: string | undefined;
}

/** Options of {@link Schedule.due}. */
export interface DueOptions {
  /** The scheduled time of the last start, or the creation of the object with the schedule. */
  readonly since: Date;
  /** The `now` of the callback. */
  readonly now: Date;
  /** The seconds after a scheduled time in which its start is still worth it. @default no limit */
  readonly deadlineSeconds?: number | undefined;
}

/** The times of a schedule around now. */
export interface DueTimes {
  /** The scheduled time to start for now. */
  readonly start?: Date;
  /** The newest scheduled time without a start, whose deadline is over. */
  readonly missed?: Date;
  /** The first scheduled time after now. */
  readonly next: Date;
}

/** Longer patterns are refused, because users who write custom resources may write any. */
const longestPattern = 256;

/**
 * A cron pattern in a time zone: the times at which something is to start.
 *
 * It has no timer and no state. A callback asks for the time that is {@link due}, and returns `Action.requeueAfter`
 * with the time until the next one. So a manager that was down, a suspended resource and a clock that jumps need no
 * code of their own.
 *
 * In the hour that a change to summer time leaves out, a time with one hour and minute starts when the hour is over;
 * one that repeats has no start. In the hour that is repeated in autumn, the first starts once and the other in both
 * hours.
 *
 * @example
 * const schedule = new Schedule('30 2 * * mon-fri', { timeZone: 'Europe/Berlin' });
 * const { start, next } = schedule.due({ since: new Date('2026-11-27T00:00:00Z'), now: new Date('2026-11-27T02:00:00Z') });
 * assert.deepEqual(start, new Date('2026-11-27T01:30:00Z'));
 * assert.deepEqual(next, new Date('2026-11-30T01:30:00Z'));
 */
export class Schedule {
  readonly #pattern: string;
  readonly #cron: Cron;

  /**
   * @param pattern - five fields (minute, hour, day, month, weekday) as a CronJob has them, six with the seconds before them,
   *   or a name such as `@daily`.
   * @throws TypeError for a text that is not a pattern, and for an unknown time zone.
   */
  constructor(pattern: string, { timeZone = 'UTC' }: ScheduleOptions = {}) {
    this.#pattern = pattern;
    // The parser takes a text with a colon for one date.
    if (pattern.length > longestPattern || pattern.includes(':')) throw notPattern(pattern);
    if (!isTimeZone(timeZone)) throw new TypeError(`${timeZone} is not a time zone: write one such as Europe/Berlin`);
    try {
      this.#cron = new Cron(pattern, { timezone: timeZone, mode: '5-or-6-parts' });
    } catch (error) {
      throw notPattern(pattern, error);
    }
  }

  /**
   * Returns the time to start for now, if there is one, and the next time. Of several scheduled times since the last
   * start only the newest starts, as with a CronJob. If the clock was set back to a time before `since`, nothing starts
   * until the next scheduled time.
   *
   * @throws TypeError for a pattern without a time to come, such as February 30.
   */
  due({ since, now, deadlineSeconds = Number.POSITIVE_INFINITY }: DueOptions): DueTimes {
    const next = this.#cron.nextRun(now);
    if (next === null) throw new TypeError(`${this.#pattern} has no time to come: change its day, month or year`);
    // The parser looks before its reference, and a time at `now` itself is due.
    const [last] = this.#cron.previousRuns(1, new Date(now.getTime() + 1));
    if (last === undefined || last <= since) return { next };
    return now.getTime() - last.getTime() > deadlineSeconds * 1000 ? { missed: last, next } : { start: last, next };
  }
}

function notPattern(pattern: string, cause?: unknown): TypeError {
  const text = pattern.length > longestPattern ? `${pattern.slice(0, longestPattern)}…` : pattern;
  return new TypeError(`${JSON.stringify(text)} is not a cron pattern: write five fields, such as "30 2 * * *"`, {
    cause,
  });
}

/** Returns true for the name of a time zone, such as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
