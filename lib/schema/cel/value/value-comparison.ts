import { isSameJson } from '../../json-equality.ts';
import { Address } from './address.ts';
import {
  CelList,
  CelMap,
  type CelValue,
  FormatValue,
  OpaqueValue,
  OptionalValue,
  TypeValue,
  UnreadableValue,
} from './cel-value.ts';
import { IpNetwork } from './ip-network.ts';
import { QuantityValue } from './quantity-value.ts';
import { SemanticVersion } from './semantic-version.ts';
import { Span, Timestamp } from './time.ts';
import { Url } from './url.ts';

/**
 * Compares values by CEL's `==`: numbers by amount across types, sets and lists with keys in any order.
 *
 * @throws the error of a value that can't be read.
 */
export function isEqual(one: CelValue, other: CelValue): boolean {
  if (isNumber(one) && isNumber(other))
    return !(one < other) && !(one > other) && !isNotANumber(one) && !isNotANumber(other);
  if (one instanceof CelList && other instanceof CelList) return areEqualLists(one, other);
  if (one instanceof CelMap && other instanceof CelMap) return areEqualMaps(one, other);
  if (one instanceof OptionalValue && other instanceof OptionalValue) return areEqualOptionals(one, other);
  if (one instanceof OpaqueValue && other instanceof OpaqueValue) return isSameJson(one.json, other.json);
  if (one instanceof FormatValue && other instanceof FormatValue) return one.name === other.name;
  if (one instanceof TypeValue && other instanceof TypeValue) return one.name === other.name;
  if (one instanceof Url && other instanceof Url) return one.text === other.text;
  if (one instanceof Address && other instanceof Address) return one.toString() === other.toString();
  if (one instanceof IpNetwork && other instanceof IpNetwork) return one.toString() === other.toString();
  const order = valueOrder(one, other);
  return order === undefined ? one === other : order === 0;
}

/**
 * Returns a number below 0, 0 or above 0; undefined for values without an order.
 *
 * @throws the error of a value that can't be read.
 */
export function valueOrder(one: CelValue, other: CelValue): number | undefined {
  if (isNumber(one) && isNumber(other))
    return isNotANumber(one) || isNotANumber(other) ? undefined : one < other ? -1 : one > other ? 1 : 0;
  if (typeof one === 'string' && typeof other === 'string') return compareCodePoints(one, other);
  if (typeof one === 'boolean' && typeof other === 'boolean') return Number(one) - Number(other);
  if (one instanceof Uint8Array && other instanceof Uint8Array) return Buffer.compare(one, other);
  if (one instanceof QuantityValue && other instanceof QuantityValue) return one.compare(other);
  if (one instanceof SemanticVersion && other instanceof SemanticVersion) return one.compare(other);
  if ((one instanceof Timestamp && other instanceof Timestamp) || (one instanceof Span && other instanceof Span)) {
    return one.nanoseconds < other.nanoseconds ? -1 : one.nanoseconds > other.nanoseconds ? 1 : 0;
  }
  if (one instanceof UnreadableValue) throw one.error;
  if (other instanceof UnreadableValue) throw other.error;
  return undefined;
}

function isNumber(value: CelValue): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function isNotANumber(value: number | bigint): boolean {
  return Number.isNaN(value);
}

/** Compares by code points, which is the order of UTF-8 bytes. */
function compareCodePoints(one: string, other: string): number {
  if (one === other) return 0;
  const shorter = Math.min(one.length, other.length);
  for (let place = 0; place < shorter; place += 1) {
    const order = codeUnitRank(one.charCodeAt(place)) - codeUnitRank(other.charCodeAt(place));
    if (order !== 0) return Math.sign(order);
  }
  return Math.sign(one.length - other.length);
}

/** Surrogates come after all other code units. */
function codeUnitRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

function areEqualLists(one: CelList, other: CelList): boolean {
  if (one.items.length !== other.items.length) return false;
  if (one.identity === 'place') return one.items.every((item, index) => areEqualEntries(item, other.items, index));
  return one.identity === 'value'
    ? one.items.every((item) => other.items.some((candidate) => isEqual(item, candidate)))
    : other.items.every((item) => one.items.some((candidate) => isEqual(candidate, item)));
}

function areEqualEntries(item: CelValue, items: readonly CelValue[], index: number): boolean {
  const other = items[index];
  return other !== undefined && isEqual(item, other);
}

function areEqualMaps(one: CelMap, other: CelMap): boolean {
  if (one.size !== other.size) return false;
  return [...one.entries].every(([key, value]) => {
    const theirs = other.entries.get(key);
    return theirs !== undefined && isEqual(value, theirs);
  });
}

function areEqualOptionals(one: OptionalValue, other: OptionalValue): boolean {
  if (one.value === undefined || other.value === undefined) return one.value === other.value;
  return isEqual(one.value, other.value);
}
