import type { Retention } from '../task.ts';
import { archiveTime } from './archive-name.ts';

const dayMs = 24 * 3_600_000;

/**
 * Returns the archives that a retention removes. The newest stays always. Archives that are later than `now` were named by a
 * clock that was ahead, and count as the oldest.
 *
 * @param complete - names of complete archives, in any order.
 * @param now - the name of the present run, from which ages count.
 */
export function expiredArchives(complete: readonly string[], { keep, maxAgeDays }: Retention, now: string): string[] {
  const sorted = complete.toSorted().reverse();
  const [, ...older] = [...sorted.filter((name) => name <= now), ...sorted.filter((name) => name > now)];
  const oldest = maxAgeDays === undefined ? -Infinity : (archiveTime(now) ?? 0) - maxAgeDays * dayMs;
  return older.filter((name, index) => index + 1 >= (keep ?? Infinity) || (archiveTime(name) ?? 0) < oldest);
}
