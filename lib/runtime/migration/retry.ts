import { ApiError, ConnectionError, isServerError, isTooManyRequests } from '../../client/index.ts';
import { Backoff, type Clock } from '../../clock/index.ts';

/** Together about a minute: the time that an API server needs to restart, or to recover from overload. */
const retryCount = 8;
const backoff = new Backoff({ baseMs: 500, maxMs: 15_000 });

/** The longest accepted Retry-After: a proxy in maintenance may name a time far beyond its end. */
const longestRequestedMs = 600_000;

/**
 * Sends a request, and repeats it with growing delays while the API server is unreachable, fails, or is overloaded.
 *
 * A write may be sent twice: bind it to the version that it was decided on.
 *
 * @throws the last error of the request, or the reason of the signal.
 */
export async function withRetries<Result>(
  request: () => Promise<Result>,
  clock: Clock,
  signal: AbortSignal,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await request();
    } catch (error) {
      if (signal.aborted || !isTransientApiError(error)) throw error;
      await awaitRetry(attempt, error, clock, signal);
    }
  }
}

/**
 * Waits for the time of a retry: the longer the more there were.
 *
 * @param attempt - the number of failed attempts.
 * @throws the error if there were too many, or the reason of the signal.
 */
export async function awaitRetry(attempt: number, error: unknown, clock: Clock, signal: AbortSignal): Promise<void> {
  if (attempt > retryCount) throw error;
  await clock.sleep(Math.max(backoff.delayMs(attempt, clock), requestedDelayMs(error)), signal);
}

function isTransientApiError(error: unknown): boolean {
  return ConnectionError.is(error) || isTooManyRequests(error) || isServerError(error);
}

function requestedDelayMs(error: unknown): number {
  return ApiError.is(error) ? Math.min(error.retryAfterMs ?? 0, longestRequestedMs) : 0;
}
