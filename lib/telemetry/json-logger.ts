import {
  type DestinationStream,
  destination,
  type Logger as PinoLogger,
  pino,
  stdSerializers,
  stdTimeFunctions,
} from 'pino';
import type { Logger } from './logger.ts';

/** How grave a line must be to be written. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Options of {@link jsonLogger}. */
export interface JsonLoggerOptions {
  /** Lines below this level are dropped. */
  readonly level: LogLevel;
  /** Takes one line at a time, its newline included. @default the process's standard error, written synchronously */
  readonly destination?: DestinationStream;
}

/**
 * A logger that writes one line of JSON per call.
 *
 * A line is `{ level, time, …fields, msg }`: the level as a word, the time as RFC 3339 text in UTC. An `Error` under
 * `error` becomes `{ type, message, stack, cause, … }` with its own fields, causes likewise to the end of the chain.
 * By default the line has left the process when the call returns, so that a crash loses none.
 */
export function jsonLogger({ level, destination: stream }: JsonLoggerOptions): Logger {
  const options = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { error: stdSerializers.errWithCause },
  };
  return loggerOver(pino(options, stream ?? destination({ fd: 2, sync: true })));
}

function loggerOver(lines: PinoLogger): Logger {
  return {
    debug: (message, fields = {}) => lines.debug(fields, message),
    info: (message, fields = {}) => lines.info(fields, message),
    warn: (message, fields = {}) => lines.warn(fields, message),
    error: (message, fields = {}) => lines.error(fields, message),
    with: (fields) => loggerOver(lines.child(fields)),
  };
}
