import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from './logger.ts';

const current = new AsyncLocalStorage<() => Logger>();

/**
 * Runs an author's callback, with the logger for what libraries print by `console` meanwhile.
 *
 * What the callback starts and doesn't wait for keeps that logger for as long as it runs.
 *
 * @param log - asked at each line. It is kept as long as anything that the callback has started, so it must hold little.
 */
export function withCallbackLog<Result>(log: () => Logger, callback: () => Result): Result {
  return current.run(log, callback);
}

/** The logger of the callback that is running; undefined where none is. */
export function callbackLog(): Logger | undefined {
  return current.getStore()?.();
}
