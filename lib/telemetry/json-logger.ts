import { type DestinationStream, destination, type Logger as PinoLogger, pino, stdTimeFunctions } from 'pino';
import { boundedText, boundedValue } from './bounded-value.ts';
import { errorFields } from './error-fields.ts';
import type { LogFields, Logger } from './logger.ts';

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
 * `error` becomes `{ type, message, stack, cause, … }` with its own fields, and so do its causes. An Error that says itself
 * what it is in JSON has no stack, such as an answer of the API server. Another value becomes `{ message }`.
 * Texts, lists and levels of fields are bounded, since they may quote what a tenant has written: a text that is cut ends in `…`.
 * By default the line has left the process when the call returns, so that a crash loses none.
 */
export function jsonLogger({ level, destination: stream }: JsonLoggerOptions): Logger {
  const options = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }), log: boundedFields },
    serializers: { error: (thrown: unknown) => boundedValue(errorFields(thrown)) },
  };
  const lines = stream ?? destination({ fd: 2, sync: true });
  return loggerOver(pino(options, { write: (line) => lines.write(escaped(line)) }));
}

/** A line of JSON without the characters that terminals obey and JSON allows: an API server's message can hold them. */
function escaped(line: string): string {
  return line.replace(/[\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

function loggerOver(lines: PinoLogger): Logger {
  return {
    debug: (message, fields = {}) => lines.debug(fields, boundedText(message)),
    info: (message, fields = {}) => lines.info(fields, boundedText(message)),
    warn: (message, fields = {}) => lines.warn(fields, boundedText(message)),
    error: (message, fields = {}) => lines.error(fields, boundedText(message)),
    with: (fields) => loggerOver(lines.child(boundedFields(fields))),
  };
}

/** An error is bounded when it has become JSON. */
function boundedFields(fields: LogFields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, name === 'error' ? value : boundedValue(value)]),
  );
}
