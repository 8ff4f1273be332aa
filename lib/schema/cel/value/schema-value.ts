import { isJsonObject, type JsonObject } from '../../json.ts';
import { declaredField, entrySchema, hasFields, type OpenApiSchema } from '../../open-api-schema.ts';
import { celField, celFieldNames } from '../../type/cel-field.ts';
import { EvaluationError, UnevaluableError } from '../expression-error.ts';
import { wholeObjectSchema } from '../rule/typed-schema.ts';
import { CelList, CelMap, type CelValue, type Key, OpaqueValue, UnreadableValue } from './cel-value.ts';
import { fieldSpan } from './field-span.ts';
import { NotGiven } from './not-given.ts';
import { readTimestamp } from './time.ts';

/** Returns a JSON value of a schema as rules see it. */
export function schemaValue(json: unknown, schema: OpenApiSchema): CelValue {
  if (json === null || json === undefined) return null;
  if (json instanceof NotGiven) return new OpaqueValue(json, json.reason);
  if (schema['x-kubernetes-int-or-string'])
    return typeof json === 'number' ? celInteger(json) : typeof json === 'string' ? json : new OpaqueValue(json);
  if (schema['x-kubernetes-embedded-resource'] && isJsonObject(json))
    return celObjectOfSchema(json, wholeObjectSchema(schema));
  switch (schema.type) {
    case 'array':
      return Array.isArray(json) && schema.items !== undefined
        ? celListOfSchema(json, schema, schema.items)
        : new OpaqueValue(json);
    case 'object':
      return isJsonObject(json) ? celObjectOfSchema(json, schema) : new OpaqueValue(json);
    case 'string':
      return typeof json === 'string' ? celStringOfSchema(json, schema.format) : new OpaqueValue(json);
    case 'integer':
      return typeof json === 'number' ? celInteger(json) : new OpaqueValue(json);
    case 'number':
      return typeof json === 'number' ? json : new OpaqueValue(json);
    case 'boolean':
      return typeof json === 'boolean' ? json : new OpaqueValue(json);
    default:
      return new OpaqueValue(json);
  }
}

function celListOfSchema(json: readonly unknown[], schema: OpenApiSchema, items: OpenApiSchema): CelList {
  const values = json.map((item) => schemaValue(item, items));
  switch (schema['x-kubernetes-list-type']) {
    case 'map':
      return new CelList(
        values,
        (schema['x-kubernetes-list-map-keys'] ?? []).map((key) => celField(key) ?? key),
      );
    case 'set':
      return new CelList(values, 'value');
    default:
      return new CelList(values);
  }
}

function celObjectOfSchema(json: JsonObject, schema: OpenApiSchema): CelMap {
  const isMap = !hasFields(schema);
  const present = Object.entries(json).filter(([, value]) => value !== undefined);
  const entries = present
    .filter(([, value]) => value !== null || isMap)
    .flatMap(([field, value]): [Key, CelValue][] => {
      const inner = isMap ? entrySchema(schema) : declaredField(schema, field);
      const names = isMap ? [] : celFieldNames(field);
      const seen = inner === undefined ? new OpaqueValue(value) : schemaValue(value, inner);
      return (names.length === 0 ? [field] : names).map((name) => [name, seen]);
    });
  return new CelMap(new Map(entries), present.length);
}

function celStringOfSchema(text: string, format: string | undefined): CelValue {
  switch (format) {
    case 'byte':
      return celBytes(text);
    case 'date':
      return readTimestamp(`${text}T00:00:00Z`) ?? unparsableField(format, text);
    case 'date-time':
      return readTimestamp(text) ?? unparsableField(format, text);
    case 'duration':
      return fieldSpan(text) ?? unparsableField(format, text);
    default:
      return text;
  }
}

/** Validation accepts + and /, and rules expect the characters of URLs in their place. */
function celBytes(text: string): Uint8Array | UnreadableValue {
  const wrong = text.search(/[+/]/);
  if (wrong < 0) return Uint8Array.from(Buffer.from(text, 'base64'));
  const problem = `Invalid byte formatted string ${text}: illegal base64 data at input byte ${wrong}`;
  return new UnreadableValue(new EvaluationError(problem));
}

/** API servers parse a field when a rule reads it, and that rule fails then. */
function unparsableField(format: string, text: string): UnreadableValue {
  return new UnreadableValue(new EvaluationError(`not a valid ${format}: ${text}`));
}

/** Returns a whole number of JSON as an integer. */
export function celInteger(json: number): bigint | UnreadableValue {
  if (Number.isSafeInteger(json)) return BigInt(json);
  return new UnreadableValue(new UnevaluableError(`${json} is not an integer that JavaScript represents exactly`));
}
