import { Lazy } from 'cdk8s';
import { isPlain } from './plain-object.ts';

/** Why a value can't be written into a manifest, and what to do; undefined if it can. */
export type ValueCheck = (value: unknown, place: ValueLocation) => string | undefined;

/** Where a value is. */
export interface ValueLocation {
  readonly path: string;
  /** The name or the number that it has in what it lies in; undefined for the whole. */
  readonly key?: string | number;
}

/** What JSON doesn't have, of values that cdk8s resolves. */
export function contentRefusal(value: unknown, { key }: ValueLocation): string | undefined {
  if (key === '__proto__') return 'no JavaScript object can have a field of this name: choose another';
  if (value === undefined)
    return typeof key === 'number' ? 'is undefined, and lists have no gaps: leave it out' : undefined;
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return `must be what JSON has, and is ${value}: write a finite number`;
  }
  return isJsonType(value) ? undefined : `must be what JSON has, and is a ${typeof value}: write a number or text`;
}

function isJsonType(value: unknown): boolean {
  return typeof value !== 'bigint' && typeof value !== 'function' && typeof value !== 'symbol';
}

/** The same of metadata, which cdk8s writes in its own way. */
export function metadataRefusal(value: unknown, place: ValueLocation): string | undefined {
  if (value === null) return 'null is not written into metadata: leave the field out';
  if (place.key === 'constructor') return 'cdk8s can write no metadata of this name: choose another';
  return contentRefusal(value, place);
}

/** What Lazy values may not come to: all else is judged when it is written. */
export function producedRefusal(value: unknown): string | undefined {
  return value === null
    ? 'is null, which gets lost where a Lazy value comes to it: give null itself, or produce undefined to leave it out'
    : undefined;
}

/** What nothing resolves and isn't JSON either. */
export function instanceRefusal(value: unknown): string | undefined {
  if (value instanceof Lazy || (typeof value === 'object' && value !== null && 'resolve' in value)) return undefined;
  return classRefusal(value);
}

/** All that JSON doesn't have. */
export function jsonRefusal(value: unknown, place: ValueLocation): string | undefined {
  return contentRefusal(value, place) ?? classRefusal(value);
}

function classRefusal(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isPlain(value)) return undefined;
  return `must be what JSON has, and is of the class ${className(value)}: write the number or text that it stands for`;
}

function className(value: object): string {
  const made: unknown = Reflect.get(value, 'constructor');
  return typeof made === 'function' ? made.name : 'Object';
}
