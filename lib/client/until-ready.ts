import { type Clock, WakeUp } from '../clock/index.ts';
import type { Client } from './client.ts';

/** The time that an API server that has just started may take to become ready, and the pause between two checks. */
const [startMs, checkPeriodMs] = [60_000, 1_000];

/**
 * Resolves when the API server is ready, after a minute, or when `signal` aborts. While it starts, it rejects what it
 * allows later.
 *
 * @throws ConnectionError if the API server can't be reached.
 */
export async function untilReady(client: Client, clock: Clock, signal: AbortSignal): Promise<void> {
  const giveUpAtMs = clock.monotonic() + startMs;
  while (!signal.aborted && !(await client.isReady({ signal })) && clock.monotonic() < giveUpAtMs) {
    await new WakeUp(clock).wait(checkPeriodMs, signal);
  }
}
