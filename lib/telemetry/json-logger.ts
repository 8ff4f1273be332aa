import { type DestinationStream, destination, type Logger as PinoLogger, pino, stdTimeFunctions } from 'pino';
import { thrownText } from '../system/index.ts';
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
 * `toJSON`, such as a response of the API server, has no stack. Another value becomes `{ message }`. Texts, lists and
 * levels of fields are bounded, since they may quote a tenant's input: a shortened text ends in `…`. By default the line
 * is written when the call returns, so that a crash loses none. On a full disk, up to
 * 1 MiB of lines waits, further ones are dropped, and no call fails.
 */
export function jsonLogger({ level, destination: stream }: JsonLoggerOptions): Logger {
  const options = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }), log: boundedFields },
    serializers: { error: (thrown: unknown) => boundedValue(errorFields(thrown)) },
  };
  const lines = stream ?? standardError();
  return loggerOver(pino(options, { write: (line) => lines.write(escapedLine(line)) }));
}

/** The maximum size of the lines that wait while they can't be written. */
const mostWaitingBytes = 2 ** 20;

function standardError(): DestinationStream {
  const lines = destination({ fd: 2, sync: true, maxLength: mostWaitingBytes });
  // Without a listener, a log on a full disk would fail the work that it reports.
  lines.on('error', () => undefined);
  return lines;
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
const mostCauses = 10;

/**
 * Returns a thrown value as the fields of a log line: type, message, stack, causes and own fields of an Error.
 *
 * An Error with a method `toJSON` becomes its return value: a response of the API server needs no stack of this process.
 */
function errorFields(thrown: unknown, outer: readonly unknown[] = []): unknown {
  if (!(thrown instanceof Error)) return { message: thrownText(thrown) };
  if (hasJson(thrown)) return thrown.toJSON();
  const path = [...outer, thrown];
  const nested = (value: unknown): unknown =>
    path.includes(value) || path.length === mostCauses ? '…' : errorFields(value, path);
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

/**
 * The limits of one field of a line: UTF-16 code units of a text and of a name, parts of a list or an object, and levels.
 */
const [longestText, longestName, mostParts, mostLevels] = [4_096, 256, 100, 10];

/** The maximum number of code units in all texts of one field. Log collectors cut lines at 16 KiB or more. */
const longestField = 16_384;

/** Returns a text for a log, shortened if it is too long. */
function boundedText(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText - 1).toWellFormed()}…`;
}

/**
 * Returns a value for a log, with bounded texts, parts and levels. A value may come from a tenant, and be as long as an
 * object can be.
 */
function boundedValue(value: unknown): unknown {
  let left = longestField;
  const shortened = (text: string, longest: number): string => {
    const most = Math.min(longest, left);
    const kept = text.length <= most ? text : `${text.slice(0, Math.max(0, most - 1)).toWellFormed()}…`;
    left = Math.max(0, left - kept.length);
    return kept;
  };
  const bounded = (part: unknown, name: string, levels: number): unknown => {
    if (typeof part === 'string')
      return name === 'stack' ? boundedStack(part, shortened) : shortened(part, longestText);
    // A Date, for example, has its own JSON form.
    if (typeof part !== 'object' || part === null || 'toJSON' in part) return part;
    if (levels === mostLevels || left === 0) return '…';
    const entries = Object.entries(part).slice(0, mostParts);
    const parts = entries.map(([key, each]) => [shortened(key, longestName), bounded(each, key, levels + 1)] as const);
    return Array.isArray(part) ? parts.map(([, each]) => each) : Object.fromEntries(parts);
  };
  return bounded(value, '', 0);
}

/** Bounds message and frames of a stack separately: a long message must not cut off the frames. */
function boundedStack(stack: string, shortened: (text: string, longest: number) => string): string {
  const frames = stack.indexOf('\n    at ');
  return frames < 0
    ? shortened(stack, longestText)
    : shortened(stack.slice(0, frames), longestText) + shortened(stack.slice(frames), longestText);
}
