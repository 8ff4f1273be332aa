import { type Clock, untilAborted } from '../../../clock/index.ts';
import { StatusError } from '../status-error.ts';

/** The pause after a failure. */
const retryMs = 1_000;

/**
 * Does work, again each second while the API server refuses a request of it, as for a conversion webhook that is away.
 * Ends when `signal` aborts.
 *
 * @throws errors that aren't responses of the API server.
 */
export async function untilAccepted(work: () => Promise<void>, clock: Clock, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await work();
      return;
    } catch (error) {
      if (!StatusError.is(error)) throw error;
      // Unlike a timer, a sleep keeps the process alive.
      await untilAborted(clock.sleep(retryMs, signal), signal);
    }
  }
}
