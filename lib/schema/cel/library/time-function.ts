import type { Library } from '../overload.ts';
import type { Span, Timestamp } from '../value/time.ts';
import { calendarDate } from '../value/time.ts';

const day = 86_400_000;

const parts: Readonly<Record<string, (date: Date) => number>> = {
  getFullYear: (date) => date.getUTCFullYear(),
  getMonth: (date) => date.getUTCMonth(),
  getDate: (date) => date.getUTCDate(),
  getDayOfMonth: (date) => date.getUTCDate() - 1,
  getDayOfWeek: (date) => date.getUTCDay(),
  getDayOfYear: (date) => Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / day),
  getHours: (date) => date.getUTCHours(),
  getMinutes: (date) => date.getUTCMinutes(),
  getSeconds: (date) => date.getUTCSeconds(),
  getMilliseconds: (date) => date.getUTCMilliseconds(),
};

function wholeDurationUnits(unit: bigint): ({ nanoseconds }: Span) => bigint {
  return ({ nanoseconds }) => nanoseconds / unit;
}

/** The fields of times and durations, in UTC or at an offset from it. */
export const times: Library = {
  ...Object.fromEntries(
    Object.entries(parts).flatMap(([name, part]) => [
      [`timestamp.${name}(): int`, (time: Timestamp) => BigInt(part(calendarDate(time)))],
      [`timestamp.${name}(string): int`, (time: Timestamp, zone: string) => BigInt(part(calendarDate(time, zone)))],
    ]),
  ),
  'duration.getHours(): int': wholeDurationUnits(3_600_000_000_000n),
  'duration.getMinutes(): int': wholeDurationUnits(60_000_000_000n),
  'duration.getSeconds(): int': wholeDurationUnits(1_000_000_000n),
  'duration.getMilliseconds(): int': wholeDurationUnits(1_000_000n),
};
