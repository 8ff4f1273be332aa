// In: the bytes of a built-in object, and the name of its message. Out: its JSON, as Kubernetes' Go types write it. Called for the bodies
// of requests.

import { readFileSync } from 'node:fs';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../api/index.ts';
import { getOrMake } from '../../../schema/index.ts';
import { parsedJson } from '../json-text.ts';
import { type MessageField, messageFields } from './message-field.ts';

/** Returns the JSON of a message. Zero values of fields that aren't pointers are absent, as in the JSON of Go's types. */
export function decodedMessage(message: Message, bytes: Buffer): JsonObject {
  const fields = new Map<string, JsonValue>();
  const lists = new Map<string, JsonValue[]>();
  const maps = new Map<string, [string, JsonValue][]>();
  for (const { number, value } of messageFields(bytes)) {
    const [name = '', type] = message[number] ?? [];
    if (type === undefined) continue;
    if (type.startsWith('[]')) getOrMake(lists, name, () => []).push(decodedValue(type.slice(2), value));
    else if (type.startsWith('map:'))
      getOrMake(maps, name, () => []).push(entryOf(type.slice('map:'.length), bytesOf(value)));
    else {
      const isPointer = type.startsWith('*');
      const decoded = decodedValue(isPointer ? type.slice(1) : type, value);
      if (name === '' && isJsonObject(decoded)) for (const inner of Object.entries(decoded)) fields.set(...inner);
      else if (isPointer || jsonTypes.has(type) ? decoded !== null : !isZero(decoded)) fields.set(name, decoded);
    }
  }
  for (const [name, entries] of maps) fields.set(name, Object.fromEntries(entries));
  return Object.fromEntries([...fields, ...lists]);
}

function entryOf(type: string, bytes: Buffer): [string, JsonValue] {
  let key = '';
  let entry: JsonValue = decodedValue(type, Buffer.alloc(0));
  for (const { number, value } of messageFields(bytes)) {
    if (number === 1) key = bytesOf(value).toString('utf8');
    if (number === 2) entry = decodedValue(type, value);
  }
  return [key, entry];
}

/** The types whose bytes are JSON. */
const jsonTypes: ReadonlySet<string> = new Set(['runtime.RawExtension', 'meta/v1.FieldsV1', 'apiextensions/v1.JSON']);

function isZero(value: JsonValue): boolean {
  if (value === null || value === '' || value === 0 || value === false) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function decodedValue(type: string, value: MessageField['value']): JsonValue {
  switch (type) {
    case 'string':
      return bytesOf(value).toString('utf8');
    case 'bytes':
      return bytesOf(value).toString('base64');
    case 'int':
      return Number(BigInt.asIntN(64, numberOf(value)));
    case 'bool':
      return numberOf(value) !== 0n;
    case 'float64':
      return bytesOf(value).readDoubleLE();
    case 'meta/v1.Time':
    case 'meta/v1.MicroTime':
      return timeText(bytesOf(value), type);
    case 'resource.Quantity':
      return textField(bytesOf(value));
    case 'intstr.IntOrString':
      return intOrString(bytesOf(value));
    default:
      return jsonTypes.has(type) ? jsonOf(bytesOf(value)) : structOf(type, bytesOf(value));
  }
}

function structOf(type: string, bytes: Buffer): JsonValue {
  if (type.startsWith('items:')) {
    return [...messageFields(bytes)].map(({ value }) => decodedValue(type.slice('items:'.length), value));
  }
  const decoded = decodedMessage(messageOf(type) ?? {}, bytes);
  switch (type) {
    // These three are unions: a schema, or something else.
    case 'apiextensions/v1.JSONSchemaPropsOrBool':
      return decoded.schema ?? decoded.allows ?? false;
    case 'apiextensions/v1.JSONSchemaPropsOrArray':
      return decoded.schema ?? decoded.jSONSchemas ?? [];
    case 'apiextensions/v1.JSONSchemaPropsOrStringArray':
      return decoded.schema ?? decoded.property ?? [];
    default:
      return decoded;
  }
}

function timeText(bytes: Buffer, type: 'meta/v1.MicroTime' | 'meta/v1.Time'): JsonValue {
  let seconds = 0n;
  let nanos = 0n;
  for (const { number, value } of messageFields(bytes)) {
    if (number === 1) seconds = BigInt.asIntN(64, numberOf(value));
    if (number === 2) nanos = numberOf(value);
  }
  if (bytes.length === 0) return null;
  const text = new Date(Number(seconds) * 1000).toISOString().replace(/\.\d+Z$/, '');
  return type === 'meta/v1.MicroTime' ? `${text}.${String(nanos / 1000n).padStart(6, '0')}Z` : `${text}Z`;
}

function intOrString(bytes: Buffer): JsonValue {
  const fields = new Map([...messageFields(bytes)].map(({ number, value }) => [number, value]));
  const isText = numberOf(fields.get(1) ?? 0n) === 1n;
  return isText ? bytesOf(fields.get(3) ?? Buffer.alloc(0)).toString('utf8') : decodedValue('int', fields.get(2) ?? 0n);
}

/** Returns the text of a message with one field. */
function textField(bytes: Buffer): string {
  const [field] = messageFields(bytes);
  return bytesOf(field?.value ?? Buffer.alloc(0)).toString('utf8');
}

function jsonOf(bytes: Buffer): JsonValue {
  const text = textField(bytes);
  return text === '' ? null : parsedJson(text);
}

function bytesOf(value: MessageField['value']): Buffer {
  return typeof value === 'bigint' ? Buffer.alloc(0) : value;
}

function numberOf(value: MessageField['value']): bigint {
  return typeof value === 'bigint' ? value : 0n;
}

/** Number → name and type of a field. The name is empty for a struct whose fields are those of its owner. */
type Message = Readonly<Record<string, readonly [name: string, type: string]>>;

let messages: Readonly<Record<string, Message>> | undefined;

/** Returns a message by its name, such as `apps/v1.Deployment`; undefined if no built-in kind has it. */
export function messageOf(name: string): Message | undefined {
  messages ??= JSON.parse(readFileSync(new URL('messages.json', import.meta.url), 'utf8')) as Readonly<
    Record<string, Message>
  >;
  return messages[name];
}
