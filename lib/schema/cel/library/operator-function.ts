import { EvaluationError } from '../expression-error.ts';
import type { Library } from '../overload.ts';
import { CelList, CelMap, type CelValue, type Key, OptionalValue } from '../value/cel-value.ts';
import { int64 } from '../value/int64.ts';
import { celSpan, celTimestamp, type Span, type Timestamp } from '../value/time.ts';
import { isEqual, valueOrder } from '../value/value-comparison.ts';
import { concatenatedLists, listItemAt } from './list-function.ts';

function nonZeroDivisor(value: bigint, operation: string): bigint {
  if (value === 0n) throw new EvaluationError(`${operation} by zero`);
  return value;
}

function mapEntryAt(map: CelMap, key: Key): CelValue {
  const value = map.at(key);
  if (value === undefined) throw new EvaluationError(`no such key: ${key}`);
  return value;
}

const ordered = ['int', 'double', 'string', 'bool', 'bytes', 'timestamp', 'duration'];
const pairs = [...ordered.map((type) => [type, type]), ['int', 'double'], ['double', 'int']];

function comparisonOperators(operator: string, holds: (order: number) => boolean): Library {
  const call = (one: CelValue, other: CelValue) => {
    const order = valueOrder(one, other);
    return order !== undefined && holds(order);
  };
  return Object.fromEntries(pairs.map(([one, other]) => [`${operator}(${one}, ${other}): bool`, call]));
}

/** CEL's operators as functions; `&&`, `||` and `?:` are compiled separately. */
export const operators: Library = {
  '==(A, A): bool': isEqual,
  '!=(A, A): bool': (one: CelValue, other: CelValue) => !isEqual(one, other),
  ...comparisonOperators('<', (order) => order < 0),
  ...comparisonOperators('<=', (order) => order <= 0),
  ...comparisonOperators('>', (order) => order > 0),
  ...comparisonOperators('>=', (order) => order >= 0),
  'in(A, list<A>): bool': (item: CelValue, { items }: CelList) => items.some((other) => isEqual(item, other)),
  'in(A, map<A, B>): bool': (key: Key, map: CelMap) => map.at(key) !== undefined,
  '!_(bool): bool': (value: boolean) => !value,
  '-_(int): int': (value: bigint) => int64(-value),
  '-_(double): double': (value: number) => -value,
  '+(int, int): int': (one: bigint, other: bigint) => int64(one + other),
  '-(int, int): int': (one: bigint, other: bigint) => int64(one - other),
  '*(int, int): int': (one: bigint, other: bigint) => int64(one * other),
  '/(int, int): int': (one: bigint, other: bigint) => int64(one / nonZeroDivisor(other, 'division')),
  '%(int, int): int': (one: bigint, other: bigint) => int64(one % nonZeroDivisor(other, 'modulus')),
  '+(double, double): double': (one: number, other: number) => one + other,
  '-(double, double): double': (one: number, other: number) => one - other,
  '*(double, double): double': (one: number, other: number) => one * other,
  '/(double, double): double': (one: number, other: number) => one / other,
  '+(string, string): string': (one: string, other: string) => one + other,
  '+(bytes, bytes): bytes': (one: Uint8Array, other: Uint8Array) => Uint8Array.from([...one, ...other]),
  '+(list<A>, list<A>): list<A>': concatenatedLists,
  '+(timestamp, duration): timestamp': (time: Timestamp, by: Span) =>
    celTimestamp(time.nanoseconds + by.nanoseconds, time.offset),
  '+(duration, timestamp): timestamp': (by: Span, time: Timestamp) =>
    celTimestamp(time.nanoseconds + by.nanoseconds, time.offset),
  '-(timestamp, duration): timestamp': (time: Timestamp, by: Span) =>
    celTimestamp(time.nanoseconds - by.nanoseconds, time.offset),
  '-(timestamp, timestamp): duration': (one: Timestamp, other: Timestamp) =>
    celSpan(one.nanoseconds - other.nanoseconds),
  '+(duration, duration): duration': (one: Span, other: Span) => celSpan(one.nanoseconds + other.nanoseconds),
  '-(duration, duration): duration': (one: Span, other: Span) => celSpan(one.nanoseconds - other.nanoseconds),
  '[](list<A>, int): A': listItemAt,
  '[](map<A, B>, A): B': mapEntryAt,
  '[](optional<list<A>>, int): optional<A>': ({ value }: OptionalValue, index: bigint) =>
    optionalListItem(value, index),
  '[](optional<map<A, B>>, A): optional<B>': ({ value }: OptionalValue, key: Key) => optionalMapEntry(value, key),
  '[?](list<A>, int): optional<A>': optionalListItem,
  '[?](map<A, B>, A): optional<B>': optionalMapEntry,
  '[?](optional<list<A>>, int): optional<A>': ({ value }: OptionalValue, index: bigint) =>
    optionalListItem(value, index),
  '[?](optional<map<A, B>>, A): optional<B>': ({ value }: OptionalValue, key: Key) => optionalMapEntry(value, key),
};

function optionalListItem(list: CelValue | undefined, index: bigint): OptionalValue {
  return new OptionalValue(list instanceof CelList ? list.items[Number(index)] : undefined);
}

function optionalMapEntry(map: CelValue | undefined, key: Key): OptionalValue {
  return new OptionalValue(map instanceof CelMap ? map.at(key) : undefined);
}
