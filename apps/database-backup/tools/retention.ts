import type { Retention } from '../task.ts';
import { archiveTime } from './archive-name.ts';

const dayMs = 24 * 3_600_000;

/**
 * Returns the archives that a retention removes. The newest stays always.
 *
 * @param complete - names of complete archives, in any order.
 * @param now - the name of the newest run, from which ages count.
 */
export function expiredArchives(complete: readonly string[], { keep, maxAgeDays }: Retention, now: string): string[] {
  const [, ...older] = complete.toSorted().reverse();
  const oldest = maxAgeDays === undefined ? -Infinity : (archiveTime(now) ?? 0) - maxAgeDays * dayMs;
  return older.filter((name, index) => index + 1 >= (keep ?? Infinity) || (archiveTime(name) ?? 0) < oldest);
}
