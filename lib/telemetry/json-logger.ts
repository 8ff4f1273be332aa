import { type DestinationStream, destination, type Logger as PinoLogger, pino, stdTimeFunctions } from 'pino';
import { thrownText } from '../system/index.ts';
import { boundedText, boundedValue } from './bounded-value.ts';
import type { LogFields, Logger } from './logger.ts';

/** The severity of a log line. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Options of {@link jsonLogger}. */
export interface JsonLoggerOptions {
  /** Lines below this level are dropped. */
  readonly level: LogLevel;
  /** Receives one line at a time, with its newline. @default the process's standard error, written synchronously */
  readonly destination?: DestinationStream;
}

/**
 * Returns a logger that writes one line of JSON per call.
 *
 * A line is `{ level, time, …fields, msg }`: the level as a word, the time as RFC 3339 text in UTC. An `Error` under
 * `error` becomes `{ type, message, stack, cause, … }` with its own fields, and so do its causes. An Error with a method
 * `toJSON`, such as an answer of the API server, has no stack. Another value becomes `{ message }`. Texts, lists and
 * levels of fields are bounded, since they may quote a tenant's input: a shortened text ends in `…`. By default the line
 * is written when the call returns, so that a crash loses none.
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
  return loggerOver(pino(options, { write: (line) => lines.write(escapedLine(line)) }));
}

/**
 * Escapes the control characters that JSON allows and terminals interpret: an API server's message can contain them.
 */
function escapedLine(line: string): string {
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

/** Bounds all fields except the error, which is bounded after its conversion to JSON. */
function boundedFields(fields: LogFields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, name === 'error' ? value : boundedValue(value)]),
  );
}

/** The maximum number of causes, one inside the other, in a line. */
const mostLevels = 10;

/**
 * Returns a thrown value as the fields of a log line: type, message, stack, causes and own fields of an Error.
 *
 * An Error with a method `toJSON` becomes its return value: an answer of the API server needs no stack of this process.
 */
function errorFields(thrown: unknown, outer: readonly unknown[] = []): unknown {
  if (!(thrown instanceof Error)) return { message: thrownText(thrown) };
  if (hasJson(thrown)) return thrown.toJSON();
  const path = [...outer, thrown];
  const nested = (value: unknown): unknown =>
    path.includes(value) || path.length === mostLevels ? '…' : errorFields(value, path);
  const { message, stack, cause, name } = thrown;
  const fields: readonly (readonly [string, unknown])[] = Object.entries(thrown);
  const own = fields.map(([field, value]) => [field, value instanceof Error ? nested(value) : value] as const);
  return {
    type: thrown.constructor.name || name,
    message,
    stack,
    ...(thrown instanceof AggregateError && { aggregateErrors: Array.from<unknown, unknown>(thrown.errors, nested) }),
    ...(cause !== undefined && { cause: nested(cause) }),
    ...Object.fromEntries(own),
  };
}

function hasJson(error: Error): error is Error & { toJSON(): unknown } {
  return 'toJSON' in error && typeof error.toJSON === 'function';
}
