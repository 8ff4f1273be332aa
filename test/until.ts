import { systemClock } from '../lib/clock/index.ts';

/** How long something is waited for that no signal tells of: far longer than it takes on any machine. */
const patienceMs = 120_000;

/** The longest pause: the API server answers few requests meanwhile, and a wait takes a tenth longer at most. */
const maxPauseMs = 250;

/**
 * Resolves when something is so, asked again and again, most of the time not.
 *
 * @param what - what is awaited, for whoever waits in vain.
 * @throws Error with `what`, if it isn't so within two minutes.
 */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const begin = systemClock.monotonic();
  for (;;) {
    const askedAt = systemClock.monotonic();
    if (await isSo()) return;
    const now = systemClock.monotonic();
    if (now > begin + patienceMs) throw new Error(`not within two minutes: ${what}`);
    await systemClock.sleep(Math.max(5, 2 * (now - askedAt), Math.min((now - begin) / 10, maxPauseMs)));
  }
}
