// In: JSON that a client sent for a built-in kind, and the kind's schema. Out: the value as the API server reads it: without
// unknown fields, nulls and empty lists. Called by the strategies of built-in kinds, and for all metadata.

import { isJsonObject, type JsonObject, type JsonValue } from '../../api/index.ts';
import { brandedError } from '../../error/index.ts';
import { canonicalQuantity, fieldsIn, isJsonList, scalarText, textList } from '../../schema/index.ts';
import { goType } from '../go/json-error.ts';
import { learnedRules } from '../rule/field-rule.ts';
import type { SchemaNode } from '../schema-node.ts';
import { builtInDefaults } from './defaulted-value.ts';
import { timeFault, timeLayouts, utcTime } from './time-layout.ts';

/** A value that can't be decoded, with the words of Go's JSON decoder. */
export class DecodingError extends brandedError('DecodingError') {}

interface Place {
  readonly path: string;
  /** The struct and field that Go's decoder names. */
  readonly struct: string;
  readonly field: string;
  readonly unknown: string[];
}

/** Returns a decoded object; adds the paths of unknown fields to `unknown`. @throws DecodingError for wrong types. */
export function decodedObject(schema: SchemaNode, object: JsonObject, unknown: string[], path = ''): JsonObject {
  const decoded = decodedValue(schema, object, { path, struct: structName(schema), field: '', unknown });
  return fieldsIn(decoded);
}

function decodedValue(schema: SchemaNode, value: JsonValue, place: Place): JsonValue | undefined {
  if (value === null) return undefined;
  const { type } = schema;
  if (type === 'array') return decodedList(schema, value, place);
  if (type === 'object') return decodedFields(schema, value, place);
  const name = schema.definition;
  if (name.endsWith('.Quantity')) return quantity(value);
  const layout = timeLayouts[structName(schema)];
  if (layout !== undefined && typeof value === 'string') return decodedTime(value, layout);
  if (type !== undefined && !isOfType(type, value)) throw mismatch(schema, value, place);
  if (schema.raw.format === 'byte' && typeof value === 'string') assertBase64(value);
  return value;
}

/** Returns a time in UTC. @throws DecodingError if it hasn't the layout. */
function decodedTime(text: string, layout: string): JsonValue {
  const fault = timeFault(text, layout);
  if (fault !== undefined) throw new DecodingError(fault);
  return utcTime(text, layout);
}

/** Go names the first wrong character, or the start of an incomplete group of four. */
function assertBase64(text: string): void {
  const valid = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
  if (valid.test(text)) return;
  const wrong = text.search(/[^A-Za-z0-9+/]/);
  const position = wrong === -1 ? text.length - (text.length % 4) : wrong;
  throw new DecodingError(`illegal base64 data at input byte ${position}`);
}

function decodedList(schema: SchemaNode, value: JsonValue, place: Place): JsonValue | undefined {
  if (!isJsonList(value)) throw mismatch(schema, value, place);
  const { items } = schema;
  if (value.length === 0) return undefined;
  if (items === undefined) return value;
  return value.map(
    (item, index) => decodedValue(items, item, { ...place, path: `${place.path}[${index}]` }) ?? emptyOf(items),
  );
}

/** The value of a null item: Go has no null texts or structs. */
function emptyOf(schema: SchemaNode): JsonValue {
  return schema.type === 'string' ? '' : schema.type === 'object' ? {} : null;
}

function decodedFields(schema: SchemaNode, value: JsonValue, place: Place): JsonValue | undefined {
  if (!isJsonObject(value)) throw mismatch(schema, value, place);
  if (!schema.isMap && schema.fieldNames.length === 0) return value;
  const struct = schema.isMap ? place.struct : structName(schema);
  const rules = learnedRules()[schema.definition];
  const fields = Object.entries(value).flatMap(([name, field]): [string, JsonValue][] => {
    const inner = schema.field(name);
    const path = schema.isMap ? `${place.path}[${name}]` : join(place.path, name);
    if (inner === undefined) {
      place.unknown.push(join(place.path, name));
      return [];
    }
    const named = schema.isMap ? place.field : join(place.field, name);
    const decoded = decodedValue(inner, field, {
      ...place,
      path: schema.isMap ? join(place.path, name) : path,
      struct,
      field: named,
    });
    if (isZero(decoded) && rules?.[name]?.isEmptyAbsent === true) return [];
    if (decoded === undefined) return schema.isMap && inner.type === 'string' ? [[name, '']] : [];
    return [[name, decoded]];
  });
  if (schema.isMap) return fields.length === 0 ? undefined : Object.fromEntries(fields);
  return { ...zeroFields(schema, place), ...Object.fromEntries(fields) };
}

/** The fields that Go always writes: structs, and values with a default. The metadata of objects is never one of them. */
function zeroFields(schema: SchemaNode, place: Place): JsonObject {
  const { definition } = schema;
  const { zeros, omitted } = builtInDefaults();
  const required = textList(schema.raw.required);
  const fields = schema.fieldNames.flatMap((name): [string, JsonValue][] => {
    const inner = schema.field(name);
    const value = inner?.default;
    const isKindMetadata = name === 'metadata' && schema.isKind;
    if (inner === undefined || value === undefined || isKindMetadata || omitted[definition]?.includes(name) === true)
      return [];
    if (value === '' && !required.includes(name)) return [];
    // A published default that isn't zero is one of pointers.
    if (typeof value === 'number' && value !== 0) return [];
    const decoded = isJsonObject(value) && inner.type !== 'object' ? undefined : decodedValue(inner, value, place);
    return decoded === undefined ? [] : [[name, decoded]];
  });
  return { ...zeros[definition], ...Object.fromEntries(fields) };
}

function isZero(value: JsonValue | undefined): boolean {
  return value === '' || value === 0 || value === false;
}

function isOfType(type: string, value: JsonValue): boolean {
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

function quantity(value: JsonValue): JsonValue {
  const text = scalarText(value);
  return canonicalQuantity(text) ?? text;
}

function mismatch(schema: SchemaNode, value: JsonValue, { struct, field }: Place): DecodingError {
  return new DecodingError(
    `json: cannot unmarshal ${goType(value)} into Go struct field ${struct}.${field} of type ${goTypeName(schema)}`,
  );
}

function goTypeName(schema: SchemaNode): string {
  if (schema.definition !== '') return `${packageName(schema.definition)}.${structName(schema)}`;
  const { format } = schema.raw;
  switch (schema.type) {
    case 'array':
      return `[]${schema.items === undefined ? 'interface {}' : goTypeName(schema.items)}`;
    case 'object':
      return `map[string]${schema.field('') === undefined ? 'interface {}' : goTypeName(schema.field('') ?? schema)}`;
    case 'boolean':
      return 'bool';
    case 'integer':
      return typeof format === 'string' ? format : 'int64';
    case 'number':
      return 'float64';
    default:
      return format === 'byte' ? '[]uint8' : 'string';
  }
}

/** Returns `Container` for `io.k8s.api.core.v1.Container`. */
function structName({ definition }: SchemaNode): string {
  return definition.slice(definition.lastIndexOf('.') + 1);
}

function packageName(definition: string): string {
  return definition.split('.').at(-2) ?? '';
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
