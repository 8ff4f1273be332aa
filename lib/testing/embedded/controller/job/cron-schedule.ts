// In: a schedule in cron's five fields, and a time zone. Out: the times that it names. Called by the CronJob controller.
// As its library in Kubernetes does, it leaves out a time that a change of the clocks skips, which croner moves.

import { isTimeZone } from '../../../../constructs/index.ts';

/** The five fields of a schedule, in their order. */
type Fields = readonly [minutes: CronField, hours: CronField, days: CronField, months: CronField, weekdays: CronField];

interface CronField {
  readonly values: ReadonlySet<number>;
  /** True for `*`, which leaves the choice of a day to the other field of days. */
  readonly isAny: boolean;
}

const minuteMs = 60_000;
const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const dayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const shortcuts: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};

/** The windows in which the last time is sought, from an hour to five years. */
const windowsMs = [60, 1_440, 44_640, 527_040, 2_635_200].map((minutes) => minutes * minuteMs);

/** The times of a cron schedule. */
export class CronSchedule {
  readonly #fields: Fields;
  readonly #format: Intl.DateTimeFormat;

  /** Returns a schedule; undefined if its text or its time zone isn't valid. */
  static of(text: string, timeZone: string): CronSchedule | undefined {
    const [minutes, hours, days, months, weekdays, ...more] = (shortcuts[text] ?? text).trim().split(/\s+/);
    const fields = [
      cronField(minutes, [0, 59]),
      cronField(hours, [0, 23]),
      cronField(days, [1, 31]),
      cronField(months, [1, 12], monthNames),
      cronField(weekdays, [0, 6], dayNames),
    ];
    const [first, second, third, fourth, fifth] = fields;
    if (more.length > 0 || !first || !second || !third || !fourth || !fifth) return undefined;
    if (!isTimeZone(timeZone)) return undefined;
    return new CronSchedule([first, second, third, fourth, fifth], timeZone);
  }

  private constructor(fields: Fields, timeZone: string) {
    this.#fields = fields;
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      ...{ month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', weekday: 'short' },
    });
  }

  /** Returns the first time after another one; undefined if there is none within five years. */
  after(timeMs: number): number | undefined {
    const lastMs = timeMs + 5 * 366 * 24 * 60 * minuteMs;
    let candidateMs = (Math.floor(timeMs / minuteMs) + 1) * minuteMs;
    while (candidateMs <= lastMs) {
      const skippedMinutes = this.#minutesToSkip(candidateMs);
      if (skippedMinutes === 0) return candidateMs;
      candidateMs += skippedMinutes * minuteMs;
    }
    return undefined;
  }

  /** Returns the last time after one time, up to another; undefined if there is none. */
  last(sinceMs: number, untilMs: number): number | undefined {
    for (const windowMs of windowsMs) {
      const fromMs = Math.max(sinceMs, untilMs - windowMs);
      let last: number | undefined;
      for (let next = this.after(fromMs); next !== undefined && next <= untilMs; next = this.after(next)) last = next;
      if (last !== undefined || fromMs === sinceMs) return last;
    }
    return undefined;
  }

  /** Returns 0 for a time of the schedule; otherwise a number of minutes within which there is none. */
  #minutesToSkip(timeMs: number): number {
    const [minutes, hours, days, months, weekdays] = this.#fields;
    const parts = new Map(this.#format.formatToParts(timeMs).map(({ type, value }) => [type, value]));
    const [month, day, hour, minute] = (['month', 'day', 'hour', 'minute'] as const).map((part) =>
      Number(parts.get(part)),
    );
    const weekday = dayNames.indexOf((parts.get('weekday') ?? '').toLowerCase());
    const isDay = days.values.has(day ?? 0);
    const isWeekday = weekdays.values.has(weekday);
    const isRightDay = days.isAny || weekdays.isAny ? isDay && isWeekday : isDay || isWeekday;
    const toNextHour = 60 - (minute ?? 0);
    // An hour at a time near midnight: days may have 23 or 25 hours.
    if (!months.values.has(month ?? 0) || !isRightDay)
      return (hour ?? 0) < 20 ? toNextHour + (20 - (hour ?? 0)) * 60 - 60 : toNextHour;
    if (!hours.values.has(hour ?? 0)) return toNextHour;
    return minutes.values.has(minute ?? 0) ? 0 : 1;
  }
}

function cronField(
  text: string | undefined,
  [least, most]: readonly [number, number],
  names: readonly string[] = [],
): CronField | undefined {
  if (text === undefined || text.length > 500) return undefined;
  const values = new Set<number>();
  let isAny = false;
  const number = (part: string) => {
    const named = names.indexOf(part.toLowerCase());
    return named >= 0 ? named + least : /^\d{1,3}$/.test(part) ? Number(part) : Number.NaN;
  };
  for (const item of text.split(',')) {
    const [range = '', step, ...more] = item.split('/');
    const isStar = range === '*' || range === '?';
    const [first = '', last] = range.split('-');
    const start = isStar ? least : number(first);
    const end = isStar || (last === undefined && step !== undefined) ? most : number(last ?? first);
    const stride = step === undefined ? 1 : number(step);
    // Some clients write Sunday as 7, which Kubernetes refuses.
    if (more.length > 0 || !(start >= least && end <= most && start <= end && stride > 0)) return undefined;
    for (let value = start; value <= end; value += stride) values.add(value);
    isAny ||= isStar && stride === 1;
  }
  return { values, isAny };
}
