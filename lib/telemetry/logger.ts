import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The fields of a log line: JSON values by name. A thrown value goes under `error`: an `Error` keeps its stack and its
 * causes.
 */
export type LogFields = Readonly<Record<string, unknown>>;

/** The log of the library. The manager prints one line of JSON per call; tests print nothing. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;

  /** Returns a logger that adds `fields` to each of its lines. */
  with(fields: LogFields): Logger;
}

/** A logger that prints nothing. */
export const silentLogger: Logger = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  with: () => silentLogger,
};

const callbackLogger = new AsyncLocalStorage<() => Logger>();

/**
 * Runs an author's callback, with a logger for the lines that libraries print by `console` meanwhile.
 *
 * Asynchronous work that the callback starts and doesn't await keeps that logger while it runs.
 *
 * @param log - called for each line. It stays in memory while any work of the callback runs, so it must hold little.
 */
export function withCallbackLog<Result>(log: () => Logger, callback: () => Result): Result {
  return callbackLogger.run(log, callback);
}

/** Returns the logger of the running callback; undefined outside of callbacks. */
export function callbackLog(): Logger | undefined {
  return callbackLogger.getStore()?.();
}
