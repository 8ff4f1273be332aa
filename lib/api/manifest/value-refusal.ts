import { Lazy } from 'cdk8s';
import { isPlainJsonObject } from './plain-object.ts';

/** Returns the reason why a value can't be written into a manifest, and the remedy; undefined if it can. */
export type ValueCheck = (value: unknown, place: ValueLocation) => string | undefined;

/** The location of a value. */
export interface ValueLocation {
  readonly path: string;
  /** The name or the index of the value in its object or list; undefined for the whole. */
  readonly key?: string | number;
}

/** Refuses values that aren't JSON, if cdk8s resolves the others. */
export function contentRefusal(value: unknown, { key }: ValueLocation): string | undefined {
  if (key === '__proto__') return 'no JavaScript object can have a field of this name: choose another';
  if (value === undefined)
    return typeof key === 'number' ? 'is undefined, and lists have no gaps: leave it out' : undefined;
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return `must be a JSON value, and is ${value}: write a finite number`;
  }
  return isTypeOfJson(value) ? undefined : `must be a JSON value, and is a ${typeof value}: write a number or text`;
}

function isTypeOfJson(value: unknown): boolean {
  return typeof value !== 'bigint' && typeof value !== 'function' && typeof value !== 'symbol';
}

/** Refuses the same in metadata, and values that cdk8s can't write there. */
export function metadataRefusal(value: unknown, place: ValueLocation): string | undefined {
  if (value === null) return 'null is not written into metadata: leave the field out';
  if (place.key === 'constructor') return "cdk8s can't write metadata of this name: choose another";
  return contentRefusal(value, place);
}

/** Refuses results of Lazy values; all other values are checked when they are written. */
export function producedRefusal(value: unknown): string | undefined {
  return value === null
    ? 'is null, which cdk8s drops as the result of a Lazy value: give null itself, or produce undefined to leave it out'
    : undefined;
}

/** Refuses values that cdk8s doesn't resolve and that aren't JSON. */
export function instanceRefusal(value: unknown): string | undefined {
  if (value instanceof Lazy || (typeof value === 'object' && value !== null && 'resolve' in value)) return undefined;
  return classInstanceRefusal(value);
}

/** Refuses all values that aren't JSON. */
export function jsonRefusal(value: unknown, place: ValueLocation): string | undefined {
  return contentRefusal(value, place) ?? classInstanceRefusal(value);
}

function classInstanceRefusal(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isPlainJsonObject(value)) return undefined;
  return `must be a JSON value, and is of the class ${nameOfClass(value)}: write the number or text that it stands for`;
}

function nameOfClass(value: object): string {
  const made: unknown = Reflect.get(value, 'constructor');
  return typeof made === 'function' ? made.name : 'Object';
}
