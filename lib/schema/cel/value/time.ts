import { EvaluationError, UnevaluableError } from '../expression-error.ts';

const billion = 1_000_000_000n;
const limits = { from: -62_135_596_800n * billion, to: 253_402_300_799n * billion + billion - 1n };
const longestSpan = 2n ** 63n - 1n;

const units: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  μs: 1_000n,
  ms: 1_000_000n,
  s: billion,
  m: 60n * billion,
  h: 3_600n * billion,
};

/** Returns a timestamp of CEL from nanoseconds from 1970. @throws EvaluationError outside of the years 1 to 9999. */
export function celTimestamp(nanoseconds: bigint, offset = 0n): Timestamp {
  if (nanoseconds < limits.from || nanoseconds > limits.to) throw new EvaluationError('timestamp overflow');
  return new Timestamp(nanoseconds, offset);
}

/** Returns a duration of CEL. @throws EvaluationError beyond 64 bits of nanoseconds. */
export function celSpan(nanoseconds: bigint): Span {
  if (nanoseconds > longestSpan || nanoseconds < -longestSpan - 1n) throw new EvaluationError('duration overflow');
  return new Span(nanoseconds);
}

/**
 * Parses a timestamp of CEL, in RFC 3339.
 *
 * @throws EvaluationError for other texts; UnevaluableError for those that only releases of Go accept.
 */
export function parseTimestamp(text: string): Timestamp {
  const read = readTimestamp(text);
  if (read !== undefined) return celTimestamp(read.nanoseconds, read.offset);
  if (readTimestamp(strictTimestampText(text)) === undefined) throw new EvaluationError(`not a timestamp: ${text}`);
  throw new UnevaluableError(`only the API server knows if '${text}' is a timestamp`);
}

/** Returns the nearest text in RFC 3339 for a time that Go accepts beyond it. @see https://go.dev/issue/54580 */
function strictTimestampText(text: string): string {
  return text
    .replace(/(?<=T)(?=\d:)/, '0')
    .replace(',', '.')
    .replace(/(?<=[+-])24(?=:\d\d$)/, '00')
    .replace(/(?<=[+-]\d\d:)60$/, '00');
}

/**
 * Parses a timestamp of CEL, in RFC 3339; undefined for other texts, and for days that don't exist. Nine digits of a
 * second count.
 */
export function readTimestamp(text: string): Timestamp | undefined {
  const [, date = '', time = '', fraction = '', zone = ''] =
    /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.(\d+))?(Z|[+-]\d{2}:\d{2})$/.exec(text) ?? [];
  const milliseconds = Date.parse(`${date}T${time}Z`);
  const isReal = !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().startsWith(date);
  const offset = zoneOffset(zone);
  if (date === '' || !isReal || offset === undefined) return undefined;
  const local = BigInt(milliseconds) * 1_000_000n + BigInt(fraction.slice(0, 9).padEnd(9, '0'));
  return new Timestamp(local - offset * 60n * billion, offset);
}

/** Returns the minutes by which a zone is ahead of UTC; undefined for texts that are not an offset. */
function zoneOffset(zone: string): bigint | undefined {
  if (zone === 'Z') return 0n;
  const [, sign, hours = '', minutes = ''] = /^([+-]?)(\d{2}):(\d{2})$/.exec(zone) ?? [];
  if (hours === '' || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  const offset = BigInt(hours) * 60n + BigInt(minutes);
  return sign === '-' ? -offset : offset;
}

/** Formats a timestamp of CEL by RFC 3339, with as many digits of a second as needed. */
export function formatTimestamp({ nanoseconds, offset }: Timestamp): string {
  const local = nanoseconds + offset * 60n * billion;
  const fraction = ((local % billion) + billion) % billion;
  const text = new Date(Number((local - fraction) / billion) * 1000).toISOString().replace('.000Z', '');
  const digits = String(fraction)
    .padStart(9, '0')
    .replace(/(?<!0)0+$/, '');
  return `${text}${fraction === 0n ? '' : `.${digits}`}${formatZoneOffset(offset)}`;
}

function formatZoneOffset(offset: bigint): string {
  if (offset === 0n) return 'Z';
  const size = offset < 0n ? -offset : offset;
  const digits = (value: bigint) => String(value).padStart(2, '0');
  return `${offset < 0n ? '-' : '+'}${digits(size / 60n)}:${digits(size % 60n)}`;
}

/**
 * Parses a duration of CEL in Go's notation, such as `1h30m`.
 *
 * @throws EvaluationError for other texts.
 */
export function parseSpan(text: string): Span {
  const [, sign, rest = ''] = /^([+-]?)(.*)$/s.exec(text) ?? [];
  if (rest === '0') return new Span(0n);
  const parts = [...rest.matchAll(/(\d+(?:\.\d*)?|\.\d+)(ns|us|\u00b5s|\u03bcs|ms|s|m|h)/gy)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== rest) {
    throw new EvaluationError(`not a duration: ${text}`);
  }
  const nanoseconds = parts.reduce(
    (sum, [, number = '', unit = '']) => sum + spanAmount(number, units[unit] ?? 1n),
    0n,
  );
  return celSpan(sign === '-' ? -nanoseconds : nanoseconds);
}

/** More digits than a 64-bit integer has. */
const longestNumber = 20;

function spanAmount(number: string, unit: bigint): bigint {
  const [written = '', digits = ''] = number.split('.');
  const whole = written.replace(/^0+/, '');
  if (whole.length > longestNumber) throw new EvaluationError('duration overflow');
  const fraction = digits.slice(0, longestNumber);
  return BigInt(whole || '0') * unit + (BigInt(fraction || '0') * unit) / 10n ** BigInt(fraction.length);
}

/** Formats a duration of CEL in seconds, as a double without an exponent. */
export function formatSpan({ nanoseconds }: Span): string {
  const seconds = Number(nanoseconds / billion) + Number(nanoseconds % billion) / 1e9;
  const text = String(seconds);
  return `${text.includes('e') ? seconds.toFixed(9).replace(/(?<!0)0+$/, '') : text}s`;
}

/** Returns the calendar fields of a timestamp of CEL at an offset from UTC, as the UTC fields of a date. */
export function calendarDate({ nanoseconds }: Timestamp, zone = 'Z'): Date {
  const offset = zoneOffset(zone);
  if (offset === undefined && zone !== 'UTC')
    throw new UnevaluableError(`the time zone ${zone} is evaluated by the API server only`);
  const shifted = nanoseconds + (offset ?? 0n) * 60n * billion;
  const rest = ((shifted % 1_000_000n) + 1_000_000n) % 1_000_000n;
  return new Date(Number((shifted - rest) / 1_000_000n));
}

/** CEL's timestamp: a point in time, in nanoseconds from 1970. */
export class Timestamp {
  readonly nanoseconds: bigint;
  /** The minutes ahead of UTC in the original text, with which it is formatted. */
  readonly offset: bigint;

  constructor(nanoseconds: bigint, offset = 0n) {
    this.nanoseconds = nanoseconds;
    this.offset = offset;
  }
}

/** CEL's duration, in nanoseconds. */
export class Span {
  readonly nanoseconds: bigint;

  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds;
  }
}
