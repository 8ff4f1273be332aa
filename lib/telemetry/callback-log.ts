import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from './logger.ts';

const current = new AsyncLocalStorage<() => Logger>();

/**
 * Runs an author's callback, with a logger for the lines that libraries print by `console` meanwhile.
 *
 * Asynchronous work that the callback starts and doesn't await keeps that logger while it runs.
 *
 * @param log - called for each line. It stays in memory while any work of the callback runs, so it must hold little.
 */
export function withCallbackLog<Result>(log: () => Logger, callback: () => Result): Result {
  return current.run(log, callback);
}

/** Returns the logger of the running callback; undefined outside of callbacks. */
export function callbackLog(): Logger | undefined {
  return current.getStore()?.();
}
