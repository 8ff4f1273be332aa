/** Facts that belong to a log line: JSON values by name. What was thrown goes under `error`: an `Error` keeps its stack and its causes. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Where the library says what it does. One line of JSON per call in the manager, silence in a test. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;

  /** A logger that adds `fields` to each of its lines. */
  with(fields: LogFields): Logger;
}
