// In: JSON that a client sent for a built-in kind, and the kind's schema. Out: the value as the API server reads it: without
// unknown fields, nulls and empty lists. Called by the strategies of built-in kinds, and for all metadata.

import { isJsonObject, type JsonObject, type JsonValue } from '../../api/index.ts';
import { brandedError } from '../../error/index.ts';
import { canonicalQuantity, fieldsIn, isJsonList, scalarText, textList } from '../../schema/index.ts';
import { conversionFault } from '../go/conversion-fault.ts';
import { goFieldPath, goTypeName, goTypeOf, type StructField, structName } from '../go/go-field.ts';
import { unmarshalFault, unmarshalledType } from '../go/unmarshal-fault.ts';
import { learnedRules } from '../rule/field-rule.ts';
import type { SchemaNode } from '../schema-node.ts';
import { builtInDefaults } from './defaulted-value.ts';
import { pointerFields } from './pointer-field.ts';
import { timeFault, timeLayouts, utcTime } from './time-layout.ts';

/** The error of {@link decodedObject}, in the words of Go's JSON decoder, or of its converter of maps. */
export class DecodingError extends brandedError('DecodingError') {}

/** The form that the API server reads: JSON, or Go's maps, into which strategic patches and applies are merged. */
export type ObjectSource = 'json' | 'maps';

interface DecodingOptions {
  /** Gets the paths of unknown fields. */
  readonly unknown: string[];
  /** The path of the object. @default that of a whole object */
  readonly path?: string;
  /** @default 'json' */
  readonly source?: ObjectSource | undefined;
}

interface Place {
  readonly path: string;
  /** The innermost field that a struct declares; undefined for a whole object. */
  readonly field: StructField | undefined;
  /** The number of lists and maps between the field and the value. */
  readonly depth: number;
  readonly unknown: string[];
  readonly source: ObjectSource;
}

/** Returns a decoded object. @throws DecodingError for wrong types. */
export function decodedObject(
  schema: SchemaNode,
  object: JsonObject,
  { path = '', source = 'json', unknown }: DecodingOptions,
): JsonObject {
  const decoded = decodedValue(schema, object, { path, field: undefined, depth: 0, unknown, source });
  return fieldsIn(decoded);
}

function decodedValue(schema: SchemaNode, value: JsonValue, place: Place): JsonValue | undefined {
  if (value === null) return undefined;
  const { type } = schema;
  if (schema.definition.endsWith('.FieldsV1')) return value;
  if (type === 'array') return decodedList(schema, value, place);
  if (type === 'object') return decodedFields(schema, value, place);
  const { definition } = schema;
  const { format } = schema.raw;
  if (definition.endsWith('.Quantity')) return quantity(value);
  const layout = timeLayouts[structName(definition)];
  if (layout !== undefined && typeof value === 'string') return decodedTime(value, layout);
  if (format === 'byte' && isJsonList(value) && value.every(isByte)) return Buffer.from(value).toString('base64');
  if (!isOfType(schema, value)) {
    // The converter keeps the low bits of an integer.
    if (place.source === 'maps' && format === 'int32' && Number.isInteger(value)) return Number(value) | 0;
    throw mismatch(schema, value, place);
  }
  if (format === 'byte' && typeof value === 'string') assertBase64(value, place.source);
  return value;
}

/** Returns a time in UTC. @throws DecodingError if it hasn't the layout. */
function decodedTime(text: string, layout: string): JsonValue {
  const fault = timeFault(text, layout);
  if (fault !== undefined) throw new DecodingError(fault);
  return utcTime(text, layout);
}

/** Go names the first wrong character, or the start of an incomplete group of four. */
function assertBase64(text: string, source: ObjectSource): void {
  const valid = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
  if (valid.test(text)) return;
  const wrong = text.search(/[^A-Za-z0-9+/]/);
  const position = wrong === -1 ? text.length - (text.length % 4) : wrong;
  const begin = source === 'maps' ? 'error decoding from json: ' : '';
  throw new DecodingError(`${begin}illegal base64 data at input byte ${position}`);
}

function decodedList(schema: SchemaNode, value: JsonValue, place: Place): JsonValue | undefined {
  if (!isJsonList(value)) throw mismatch(schema, value, place);
  const { items } = schema;
  if (value.length === 0) return undefined;
  if (items === undefined) return value;
  return value.map(
    (item, index) => decodedValue(items, item, inner(place, `${place.path}[${index}]`)) ?? emptyOf(items),
  );
}

function inner(place: Place, path: string): Place {
  return { ...place, path, depth: place.depth + 1 };
}

/** The value of a null item or entry: Go has no null texts or structs. */
function emptyOf({ type, definition }: SchemaNode): JsonValue {
  if (definition.endsWith('.Quantity')) return '0';
  return type === 'string' ? '' : type === 'object' ? {} : null;
}

function decodedFields(schema: SchemaNode, value: JsonValue, place: Place): JsonValue | undefined {
  if (!isJsonObject(value)) throw mismatch(schema, value, place);
  if (!schema.isMap && schema.fieldNames.length === 0) return value;
  const { definition, isMap } = schema;
  const fields = Object.entries(value).flatMap(([name, field]): [string, JsonValue][] => {
    const known = schema.field(name);
    const path = join(place.path, name);
    if (known === undefined) {
      place.unknown.push(path);
      return [];
    }
    const within = isMap
      ? inner(place, path)
      : { ...place, path, field: { definition, name, outer: place.field }, depth: 0 };
    const decoded = decodedValue(known, field, within);
    if (isZero(decoded) && isOmittedZero(schema, name)) return [];
    if (decoded === undefined) return isMap && isScalar(known) ? [[name, emptyOf(known)]] : [];
    return [[name, decoded]];
  });
  if (isMap) return fields.length === 0 ? undefined : Object.fromEntries(fields);
  return { ...zeroFields(schema, place), ...Object.fromEntries(fields) };
}

function isScalar({ type, definition }: SchemaNode): boolean {
  return type === 'string' || definition.endsWith('.Quantity');
}

/** The names of the structs in statuses. No rules are learned of them, since new objects have none. */
const statusStruct = /(?:Status|Condition|State(?:Running|Terminated|Waiting)?)$/;

/** Returns true if Go omits the field if its value is zero. */
function isOmittedZero({ definition, raw }: SchemaNode, name: string): boolean {
  if (learnedRules[definition]?.[name]?.isEmptyAbsent === true) return true;
  const struct = structName(definition);
  return statusStruct.test(struct) && !pointerFields.has(`${struct}.${name}`) && !textList(raw.required).includes(name);
}

/** The fields that Go always writes: structs, times, and values with a default. The metadata of objects is never one of them. */
function zeroFields(schema: SchemaNode, place: Place): JsonObject {
  const { definition } = schema;
  const { zeros, omitted } = builtInDefaults;
  const required = textList(schema.raw.required);
  const fields = schema.fieldNames.flatMap((name): [string, JsonValue][] => {
    const inner = schema.field(name);
    const value = inner?.default;
    const isTime = inner !== undefined && timeLayouts[structName(inner.definition)] !== undefined;
    if (isTime && !pointerFields.has(`${structName(definition)}.${name}`)) return [[name, null]];
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

function isOfType({ type, raw: { format } }: SchemaNode, value: JsonValue): boolean {
  if (format === 'int-or-string') return typeof value === 'string' || isInteger(value, 'int32');
  if (type === 'integer') return isInteger(value, format);
  return type === undefined || typeof value === type;
}

function isByte(value: JsonValue): value is number {
  return isInteger(value, undefined) && Number(value) >= 0 && Number(value) < 256;
}

function isInteger(value: JsonValue, format: JsonValue | undefined): boolean {
  const limit = format === 'int32' ? 2 ** 31 : 2 ** 63;
  return typeof value === 'number' && Number.isInteger(value) && value >= -limit && value < limit;
}

/** The form of quantities in Go's parser; the suffix may still have no meaning. */
const quantityForm = /^[+-]?\d*(?:\.\d*)?(?:(?:[eEinumkKMGTP]+[-+]?|[-+])\d*)?$/;

/** @throws DecodingError for a value that isn't a quantity. */
function quantity(value: JsonValue): JsonValue {
  const text = scalarText(value).trim();
  const canonical = canonicalQuantity(text);
  if (canonical !== undefined) return canonical;
  if (typeof value !== 'boolean' && text !== '' && quantityForm.test(text)) {
    throw new DecodingError("unable to parse quantity's suffix");
  }
  throw new DecodingError(
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
  );
}

function mismatch(schema: SchemaNode, value: JsonValue, { field, depth, source }: Place): DecodingError {
  const type = field === undefined ? goTypeName(schema) : goTypeOf(schema, field, depth);
  if (source === 'maps') return new DecodingError(conversionFault(schema, value, type));
  if (field === undefined) return new DecodingError(unmarshalFault(value, type));
  const isNumber = typeof value === 'number' && /^int\d+$/.test(type);
  const actual = isNumber ? `number ${value}` : unmarshalledType(value);
  return new DecodingError(
    `json: cannot unmarshal ${actual} into Go struct field ${goFieldPath(field)} of type ${type}`,
  );
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
