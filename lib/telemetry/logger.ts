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
