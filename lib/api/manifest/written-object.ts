import type { ApiObject } from 'cdk8s';

/** The manifest of an object in a chart, with Lazy values resolved; or in words what can't be written. */
export function writtenObject(object: ApiObject): unknown {
  try {
    return object.toJson();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * A value as cdk8s can write it: objects without a prototype, as `Object.groupBy` makes them, have the usual one. What holds
 * itself stays as it is.
 */
export function writableValue<Value>(value: Value): Value;
export function writableValue(value: unknown): unknown {
  return writableInside(value, new Set());
}

/** @param around - what the value lies in. */
function writableInside(value: unknown, around: Set<unknown>): unknown {
  if (around.has(value) || !(isList(value) || isPlain(value))) return value;
  around.add(value);
  const writable = isList(value) ? writableList(value, around) : writableFields(value, around);
  around.delete(value);
  return writable;
}

function writableList(list: readonly unknown[], around: Set<unknown>): readonly unknown[] {
  const items = list.map((item) => writableInside(item, around));
  return items.some((item, index) => item !== list[index]) ? items : list;
}

function writableFields(value: object, around: Set<unknown>): object {
  const fields = Object.entries(value).map(([name, field]): [string, unknown] => [name, writableInside(field, around)]);
  const isChanged =
    Object.getPrototypeOf(value) === null || fields.some(([name, field]) => Reflect.get(value, name) !== field);
  return isChanged ? Object.fromEntries(fields) : value;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Whether a value is an object of fields, and of no class. */
export function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
