// In: a value and its schema. Out: the fields that can have an owner, and the value without some of them. Called by the field
// manager.

import { isJsonObject, type JsonValue } from '../../../api/index.ts';
import type { SchemaNode } from '../../../built-in/index.ts';
import { isJsonList } from '../../../schema/index.ts';
import { FieldSet } from './field-set.ts';
import { elementOfField, itemElement, type PathElement } from './path-element.ts';

/** Undefined for fields that the schema doesn't declare. */
export type Schema = SchemaNode | undefined;

/** A value at a place of a schema; undefined if there is none. */
export type TypedValue = JsonValue | undefined;

/** Returns true if a list is owned item by item. */
export function isAssociative(schema: Schema): schema is SchemaNode {
  return schema !== undefined && schema.listType !== 'atomic';
}

/** Returns all fields of an applied value. */
export function fieldSetOf(schema: Schema, value: JsonValue): FieldSet {
  if (isJsonList(value) && isAssociative(schema)) {
    const items = value.map((item) => [itemElement(schema, item), fieldSetOf(schema.items, item)] as const);
    return FieldSet.of(
      items.map(([element]) => element),
      items,
    );
  }
  if (!isJsonObject(value) || schema?.isAtomicMap === true) return FieldSet.empty;
  const members: PathElement[] = [];
  const children: [PathElement, FieldSet][] = [];
  for (const [name, field] of Object.entries(value)) {
    const inner = schema?.field(name);
    if (isMember(schema, name, inner, field)) members.push(elementOfField(name));
    children.push([elementOfField(name), fieldSetOf(inner, field)]);
  }
  return FieldSet.of(members, children);
}

function isMember(schema: Schema, name: string, inner: Schema, field: JsonValue): boolean {
  if (isLeaf(inner, field) || schema?.isDeclared(name) !== true) return true;
  return field === null || (isJsonObject(field) && Object.keys(field).length === 0);
}

/** Returns true if a value is owned as a whole. */
export function isLeaf(schema: Schema, value: JsonValue): boolean {
  if (isJsonList(value)) return !isAssociative(schema);
  return !isJsonObject(value) || schema?.isAtomicMap === true;
}

/** Returns a value without fields; null if nothing of a list or map is left. */
export function withoutFields(schema: Schema, value: JsonValue, fields: FieldSet): JsonValue {
  if (isJsonList(value)) {
    if (!isAssociative(schema) || value.length === 0) return value;
    const kept = value.flatMap((item) => {
      const element = itemElement(schema, item);
      return fields.has(element) ? [] : [withoutInner(schema.items, item, fields.child(element))];
    });
    return kept.length === 0 ? null : kept;
  }
  if (!isJsonObject(value) || schema?.isAtomicMap === true || Object.keys(value).length === 0) return value;
  const kept = Object.entries(value).flatMap(([name, field]): [string, JsonValue][] => {
    const element = elementOfField(name);
    if (fields.has(element)) return [];
    return [[name, withoutInner(schema?.field(name), field, fields.child(element))]];
  });
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

function withoutInner(schema: Schema, value: JsonValue, fields: FieldSet): JsonValue {
  return fields.isEmpty ? value : withoutFields(schema, value, fields);
}
