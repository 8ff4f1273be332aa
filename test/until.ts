import { systemClock } from '../lib/clock/index.ts';

/** How long something is waited for that no signal tells of: far longer than it takes on any machine. */
const patienceMs = 120_000;

/**
 * Resolves when something is so, asked again and again, most of the time not.
 *
 * @param what - what is awaited, for whoever waits in vain.
 * @throws Error with `what`, if it isn't so within two minutes.
 */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = systemClock.monotonic() + patienceMs;
  for (;;) {
    const askedAt = systemClock.monotonic();
    if (await isSo()) return;
    const now = systemClock.monotonic();
    if (now > deadline) throw new Error(`not within two minutes: ${what}`);
    await systemClock.sleep(Math.max(5, 2 * (now - askedAt)));
  }
}
