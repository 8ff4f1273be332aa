import { setTimeout as sleep } from 'node:timers/promises';
import { processSeconds } from './cost.ts';

/**
 * The period between two readings, the share of a core that counts as busy, and the rest after which a process is
 * quiet.
 */
const windowMs = 100;
const busyShare = 0.15;
const restMs = 1_500;
const patienceMs = 120_000;

/**
 * Resolves when a process has rested for some time, with the start of its rest, by `performance.now()`.
 *
 * @param what - the name of the process in errors.
 * @throws Error if the process doesn't rest within two minutes.
 */
export async function quiet(pid: number, what = 'the operator'): Promise<number> {
  const startedAt = performance.now();
  let busyAt = startedAt;
  let at = startedAt;
  let seconds = processSeconds(pid);
  while (at - busyAt < restMs) {
    if (at - startedAt > patienceMs) throw new Error(`${what} is still busy after ${patienceMs / 1000} s`);
    await sleep(windowMs);
    const now = performance.now();
    const used = processSeconds(pid);
    if (used - seconds > (busyShare * (now - at)) / 1000) busyAt = now;
    [at, seconds] = [now, used];
  }
  return busyAt;
}
