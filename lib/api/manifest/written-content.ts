// In: the content that an author gave for an object. Out: the part that cdk8s can write, and patches with the rest.
// Called by the classes of kinds, when an object is constructed.

import { JsonPatch } from 'cdk8s';
import { jsonPointerToken } from '../../schema/index.ts';
import { isPlainJsonObject } from './plain-object.ts';

/** A value in two parts. */
export interface WrittenContent<Value> {
  /** The part for cdk8s: objects without a prototype, as `Object.groupBy` makes them, have the usual one. */
  readonly value: Value;
  /** Patches for the part that cdk8s would drop or fail on: null, and fields called `constructor`. */
  readonly patches: readonly JsonPatch[];
}

/**
 * Returns the part of an object's content that cdk8s writes, and the patches to add later. A value that contains itself
 * stays as it is.
 */
export function writtenContent<Value extends object>(value: Value): WrittenContent<Value>;
export function writtenContent(value: object): WrittenContent<unknown> {
  const patches: JsonPatch[] = [];
  return { value: writtenValue(value, { pointer: '', around: new Set(), patches }), patches };
}

interface Visit {
  /** The JSON pointer of the value. */
  readonly pointer: string;
  /** The objects and lists that contain the value. */
  readonly around: Set<unknown>;
  readonly patches: JsonPatch[];
}

function writtenValue(value: unknown, visit: Visit): unknown {
  const { around } = visit;
  if (around.has(value) || !(isList(value) || isPlainJsonObject(value))) return value;
  around.add(value);
  const content = isList(value) ? writtenListContent(value, visit) : writtenFieldContent(value, visit);
  around.delete(value);
  return content;
}

function writtenListContent(list: readonly unknown[], visit: Visit): readonly unknown[] {
  const items = list.map((item, index) => {
    const pointer = `${visit.pointer}/${index}`;
    if (item === null) visit.patches.push(JsonPatch.replace(pointer, null));
    return writtenValue(item, { ...visit, pointer });
  });
  return items.some((item, index) => item !== list[index]) ? items : list;
}

function writtenFieldContent(value: object, visit: Visit): object {
  const given = Object.entries(value);
  const fields = given.flatMap(([name, field]): [string, unknown][] => {
    const pointer = `${visit.pointer}/${jsonPointerToken(name)}`;
    if (field !== null && name !== 'constructor') return [[name, writtenValue(field, { ...visit, pointer })]];
    if (field !== undefined) visit.patches.push(JsonPatch.add(pointer, field));
    return [];
  });
  const isChanged =
    Object.getPrototypeOf(value) === null ||
    fields.length < given.length ||
    fields.some(([name, field]) => Reflect.get(value, name) !== field);
  return isChanged ? Object.fromEntries(fields) : value;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
