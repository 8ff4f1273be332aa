import { systemClock } from '../lib/clock/index.ts';

/** The limit of waits without a signal: far longer than on any machine. */
const patienceMs = 300_000;

/** The longest pause: the API server answers few requests meanwhile, and a wait takes at most a tenth longer. */
const maxPauseMs = 250;

/**
 * Resolves when a condition is true, which is checked repeatedly.
 *
 * @param what - the condition, for the error.
 * @throws Error with `what` if it isn't true within five minutes.
 */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const begin = systemClock.monotonic();
  for (;;) {
    const askedAt = systemClock.monotonic();
    if (await isSo()) return;
    const now = systemClock.monotonic();
    if (now > begin + patienceMs) throw new Error(`not within five minutes: ${what}`);
    await systemClock.sleep(Math.max(5, 2 * (now - askedAt), Math.min((now - begin) / 10, maxPauseMs)));
  }
}

/**
 * Resolves when a check passes, which is repeated.
 *
 * @throws The last error of the check if it doesn't pass within five minutes.
 */
export async function untilPassed(check: () => Promise<void>): Promise<void> {
  let failure: unknown;
  const hasPassed = async () => {
    try {
      await check();
      return true;
    } catch (error) {
      failure = error;
      return false;
    }
  };
  await until('the check has passed', hasPassed).catch((error: unknown) => {
    throw failure ?? error;
  });
}
