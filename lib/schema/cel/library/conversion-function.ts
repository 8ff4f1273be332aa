import { formatType } from '../cel-type.ts';
import { EvaluationError, UnevaluableError } from '../expression-error.ts';
import type { Library } from '../overload.ts';
import type { Address } from '../value/address.ts';
import { type CelList, type CelMap, type CelValue, TypeValue } from '../value/cel-value.ts';
import { int64 } from '../value/int64.ts';
import type { IpNetwork } from '../value/ip-network.ts';
import {
  celSpan,
  celTimestamp,
  formatSpan,
  formatTimestamp,
  parseSpan,
  parseTimestamp,
  type Span,
  type Timestamp,
} from '../value/time.ts';
import { typeOf } from '../value/type-of.ts';

const billion = 1_000_000_000n;
const truths: readonly string[] = ['1', 't', 'T', 'TRUE', 'true', 'True'];
const lies: readonly string[] = ['0', 'f', 'F', 'FALSE', 'false', 'False'];

/** Types as values, which `type(x)` can be compared with. */
export const typeNames: ReadonlyMap<string, TypeValue> = new Map(
  ['bool', 'bytes', 'double', 'int', 'list', 'map', 'null_type', 'string', 'type', 'uint'].map((name) => [
    name,
    new TypeValue(name),
  ]),
);

/** Conversions between types, sizes, and `type(x)`. */
export const conversions: Library = {
  'dyn(A): dyn': (value: CelValue) => value,
  'type(A): type': (value: CelValue) => new TypeValue(typeValueName(value)),
  'size(string): int': codePointCount,
  'string.size(): int': codePointCount,
  'size(bytes): int': ({ length }: Uint8Array) => BigInt(length),
  'bytes.size(): int': ({ length }: Uint8Array) => BigInt(length),
  'size(list<A>): int': ({ items }: CelList) => BigInt(items.length),
  'list<A>.size(): int': ({ items }: CelList) => BigInt(items.length),
  'size(map<A, B>): int': ({ size }: CelMap) => BigInt(size),
  'map<A, B>.size(): int': ({ size }: CelMap) => BigInt(size),
  'bool(bool): bool': (value: boolean) => value,
  'bool(string): bool': parseBool,
  'int(int): int': (value: bigint) => value,
  'int(double): int': truncatedToInt,
  'int(string): int': parseInteger,
  'int(timestamp): int': ({ nanoseconds }: Timestamp) => floorDivision(nanoseconds, billion),
  'int(duration): int': ({ nanoseconds }: Span) => nanoseconds,
  'double(double): double': (value: number) => value,
  'double(int): double': (value: bigint) => Number(value),
  'double(string): double': parseDouble,
  'string(string): string': (value: string) => value,
  'string(bool): string': String,
  'string(int): string': String,
  'string(double): string': formatDouble,
  'string(bytes): string': decodedUtf8,
  'string(timestamp): string': formatTimestamp,
  'string(duration): string': formatSpan,
  'string(ip): string': (value: Address) => value.toString(),
  'string(cidr): string': (value: IpNetwork) => value.toString(),
  'bytes(bytes): bytes': (value: Uint8Array) => value,
  'bytes(string): bytes': (text: string) => new TextEncoder().encode(text),
  'timestamp(timestamp): timestamp': (value: Timestamp) => value,
  'timestamp(string): timestamp': parseTimestamp,
  'timestamp(int): timestamp': (seconds: bigint) => celTimestamp(seconds * billion),
  'duration(duration): duration': (value: Span) => value,
  'duration(string): duration': parseSpan,
  'duration(int): duration': celSpan,
};

function typeValueName(value: CelValue): string {
  const type = typeOf(value);
  return type.kind === 'null'
    ? 'null_type'
    : type.kind === 'list' || type.kind === 'map'
      ? type.kind
      : formatType(type);
}

function codePointCount(text: string): bigint {
  let count = 0n;
  for (const _ of text) count += 1n;
  return count;
}

function parseBool(text: string): boolean {
  if (truths.includes(text)) return true;
  if (lies.includes(text)) return false;
  throw new EvaluationError(`type conversion error from 'string' to 'bool'`);
}

function parseInteger(text: string): bigint {
  if (!/^[+-]?[0-9]+$/.test(text)) throw new EvaluationError(`type conversion error from 'string' to 'int'`);
  const digits = text.replace(/^[+-]?0*(?=[0-9])/, '');
  if (digits.length > longestInteger) throw new EvaluationError('integer overflow');
  return int64(text.startsWith('-') ? -BigInt(digits) : BigInt(digits));
}

/** The maximum number of digits of a 64-bit integer. */
const longestInteger = 19;

function truncatedToInt(value: number): bigint {
  if (!Number.isFinite(value) || value >= 2 ** 63 || value <= -(2 ** 63)) throw new EvaluationError('integer overflow');
  return BigInt(Math.trunc(value));
}

function parseDouble(text: string): number {
  if (/^[+-]?(inf|infinity|nan)$/i.test(text) || /[xX_]/.test(text)) {
    throw new UnevaluableError(`only the API server can parse '${text}' as a number`);
  }
  if (!/^[+-]?([0-9]+(?:\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?$/.test(text)) {
    throw new EvaluationError(`type conversion error from 'string' to 'double'`);
  }
  return Number(text);
}

/** Formats a number like Go, with the fewest digits: with an exponent below 10^-4 and from 10^6 on. */
function formatDouble(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const [digits = '', exponent = '0'] = value.toExponential().split('e');
  if (Number(exponent) >= -4 && Number(exponent) < 6) return String(value);
  const size = exponent.replace(/^[+-]/, '').padStart(2, '0');
  return `${digits}e${exponent.startsWith('-') ? '-' : '+'}${size}`;
}

function decodedUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new EvaluationError('invalid UTF-8 in bytes, cannot convert to string', { cause: error });
  }
}

function floorDivision(value: bigint, by: bigint): bigint {
  return (value - (((value % by) + by) % by)) / by;
}
