import type { ApiObject } from 'cdk8s';
import { fieldPath, itemPath } from '../schema/index.ts';

/** The manifest of an object in a chart, with Lazy values resolved; or in words what can't be written. */
export function writtenObject(object: ApiObject): unknown {
  try {
    return object.toJson();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * What is lost of a value on its way into a manifest, one sentence each: null, which means something to Kubernetes, is
 * left out by cdk8s.
 *
 * @param path - of the value in its object; empty for the object itself.
 */
export function lostNulls(value: unknown, path: string): string[] {
  if (value === null) return [`${path}: null is not written into manifests: leave the field out`];
  if (Array.isArray(value)) return value.flatMap((item, index) => lostNulls(item, itemPath(path, index)));
  if (!isPlain(value)) return [];
  return Object.entries(value).flatMap(([field, inner]) => lostNulls(inner, fieldPath(path, field)));
}

/** A value as cdk8s can write it: objects without a prototype, as `Object.groupBy` makes them, have the usual one. */
export function writableValue<Value>(value: Value): Value;
export function writableValue(value: unknown): unknown {
  if (isList(value)) {
    const items = value.map((item) => writableValue(item));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isPlain(value)) return value;
  const fields = Object.entries(value).map(([name, field]): [string, unknown] => [name, writableValue(field)]);
  const isChanged =
    Object.getPrototypeOf(value) === null || fields.some(([name, field]) => Reflect.get(value, name) !== field);
  return isChanged ? Object.fromEntries(fields) : value;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
