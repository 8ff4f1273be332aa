// In: an applied object, and its schema. Out: the fault for which the API server can't read its fields' owners. Called by applies.

import { isJsonObject, type JsonObject, type JsonValue } from '../../../api/index.ts';
import { goValue, type SchemaNode, unmarshalledType } from '../../../built-in/index.ts';
import { isJsonList } from '../../../schema/index.ts';
import { conflictPath, itemElement } from './path-element.ts';

/** Returns the first field that its schema doesn't declare or whose value has another type, with the API server's words. */
export function typedFault(schema: SchemaNode, value: JsonValue): string | undefined {
  return faultAt(schema, value, { path: '', isFree: false });
}

/** A place in an object; below one that keeps unknown fields no field must be declared. */
interface Place {
  readonly path: string;
  readonly isFree: boolean;
}

function faultAt(schema: SchemaNode, value: JsonValue, { path, isFree }: Place): string | undefined {
  if (value === null) return undefined;
  const fault = typeFault(schema, value);
  if (fault !== undefined) return path === '' ? fault : `${path}: ${fault}`;
  const place = { path, isFree: isFree || schema.preservesUnknownFields };
  if (isJsonList(value)) return listFault(schema, value, place);
  return isJsonObject(value) ? mapFault(schema, value, place) : undefined;
}

function typeFault(schema: SchemaNode, value: JsonValue): string | undefined {
  // Kinds of the API server, such as quantities, have forms of their own.
  const isScalar = !isJsonObject(value) && !isJsonList(value);
  if (schema.raw['x-kubernetes-int-or-string'] === true) return undefined;
  switch (schema.type) {
    case 'array':
      return isJsonList(value) ? undefined : `expected list, got &{${goValue(value)}}`;
    case 'object':
      return isJsonObject(value) ? undefined : `expected map, got &{${goValue(value)}}`;
    case 'string':
      if (typeof value === 'string' || (isScalar && !schema.isStructural && schema.definition !== '')) return undefined;
      return `expected string, got &value.valueUnstructured{Value:${goSyntax(value)}}`;
    case 'integer':
    case 'number':
      return typeof value === 'number' ? undefined : `expected numeric (int or float), got ${goTypeOf(value)}`;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : `expected boolean, got &{${goValue(value)}}`;
    default:
      return undefined;
  }
}

function listFault(schema: SchemaNode, list: readonly JsonValue[], { path, isFree }: Place): string | undefined {
  const { items, listType } = schema;
  if (items === undefined) return undefined;
  const seen = new Set<string>();
  for (const [index, item] of list.entries()) {
    const fault = listType === 'atomic' ? undefined : elementFault(schema, item);
    if (fault !== undefined) return `${path}: element ${index}: ${fault}`;
    const element = listType === 'atomic' ? `i:${index}` : itemElement(schema, item);
    if (seen.has(element)) return `${path}: duplicate entries for key ${conflictPath([element])}`;
    seen.add(element);
    const found = faultAt(items, item, { path: `${path}${conflictPath([element])}`, isFree });
    if (found !== undefined) return found;
  }
  return undefined;
}

/** An item without an identity has no owners. */
function elementFault({ listType, listKeys, items }: SchemaNode, item: JsonValue): string | undefined {
  if (listType === 'set') {
    if (isJsonObject(item)) return "associative list without keys has an element that's a map type";
    if (isJsonList(item)) return 'not supported: associative list with lists as elements';
    return item === null ? "associative list without keys has an element that's an explicit null" : undefined;
  }
  if (item === null) return 'associative list with keys may not have a null element';
  if (!isJsonObject(item)) return 'associative list with keys may not have non-map elements';
  const isNamed = listKeys.some((key) => Object.hasOwn(item, key) || items?.field(key)?.default !== undefined);
  if (isNamed) return undefined;
  const keys = listKeys.map((key) => JSON.stringify(key)).join(' ');
  return `associative list with keys has an element that omits all key fields [${keys}] (and doesn't have default values for any key fields)`;
}

function mapFault(schema: SchemaNode, map: JsonObject, { path, isFree }: Place): string | undefined {
  if (!schema.isMap && schema.fieldNames.length === 0) return undefined;
  for (const [name, field] of Object.entries(map)) {
    const place = `${path}${conflictPath([`f:${name}`])}`;
    const inner = schema.field(name);
    if (inner === undefined) {
      if (isFree) continue;
      return `${place}: field not declared in schema`;
    }
    const found = faultAt(inner, field, { path: place, isFree });
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns a value as Go's `%#v` formats it. */
function goSyntax(value: JsonValue): string {
  if (isJsonList(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`;
  if (!isJsonObject(value)) return value === null ? 'interface {}(nil)' : JSON.stringify(value);
  const entries = Object.keys(value)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${goSyntax(value[name] ?? null)}`);
  return `map[string]interface {}{${entries.join(', ')}}`;
}

function goTypeOf(value: JsonValue): string {
  if (isJsonList(value)) return '[]interface {}';
  return isJsonObject(value) ? 'map[string]interface {}' : unmarshalledType(value);
}
