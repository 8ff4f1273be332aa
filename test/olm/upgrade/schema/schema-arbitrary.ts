import fc from 'fast-check';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../lib/schema/index.ts';

/** Keyword → possible values. */
const keywords: Readonly<Record<string, readonly JsonValue[]>> = {
  type: ['string', 'integer', 'number'],
  nullable: [true],
  default: ['a', 1, {}],
  enum: [['a'], ['a', 'b'], [1, 2], [1]],
  pattern: ['^a', '^[a-z]*$'],
  format: ['int32', 'int64'],
  minLength: [0, 1, 2],
  maxLength: [1, 3, 10],
  minimum: [-3, 0, 1, 0.5],
  maximum: [0, 1, 5, 1.5],
  exclusiveMinimum: [true],
  exclusiveMaximum: [true],
  multipleOf: [1, 2, 4, 0.5],
  minItems: [0, 1],
  maxItems: [1, 3],
  minProperties: [0, 1],
  maxProperties: [1, 3],
  required: [['a'], ['b'], ['a', 'b']],
  properties: [{}, { a: { type: 'string' } }, { a: { type: 'integer' }, b: { type: 'string' } }],
  additionalProperties: [{ type: 'string' }, { type: 'integer' }, true],
  anyOf: [[{ minLength: 1 }], [{ minLength: 1 }, { pattern: '^a' }]],
  oneOf: [[{ minLength: 1 }], [{ maximum: 3 }, { minimum: 2 }]],
  not: [{ enum: ['a'] }],
  allOf: [
    ...[[{ maxLength: 2 }], [{ maxLength: 2 }, { minimum: 0 }], [{ enum: ['a', 'b'] }]],
    ...[[{ pattern: '^a' }], [{ format: 'date' }]],
  ],
  'x-kubernetes-preserve-unknown-fields': [true],
  'x-kubernetes-int-or-string': [true],
  'x-kubernetes-list-type': ['set', 'atomic'],
  'x-kubernetes-validations': [[{ rule: 'self != "b"' }], [{ rule: 'self.size() < 3' }]],
};

const anywhere = ['type', 'nullable', 'default', 'enum', 'anyOf', 'oneOf', 'not', 'allOf', 'x-kubernetes-validations'];

/** Type → keywords that mean something with it. */
const fits: Readonly<Record<string, readonly string[]>> = {
  string: ['pattern', 'minLength', 'maxLength', 'x-kubernetes-int-or-string'],
  integer: ['format', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: ['minItems', 'maxItems', 'x-kubernetes-list-type'],
  object: [
    ...['minProperties', 'maxProperties', 'required', 'properties', 'additionalProperties'],
    'x-kubernetes-preserve-unknown-fields',
  ],
};

/** Schemas as definitions have them, no deeper than `depth`. */
export function schemas(depth = 2): fc.Arbitrary<JsonObject> {
  const leaves = [texts, integers, numbers, flags, integersOrTexts];
  if (depth === 0) return fc.oneof(...leaves);
  const inner = schemas(depth - 1);
  return fc.oneof(...leaves, objects(inner), objects(inner), maps(inner), lists(inner));
}

/** A schema that differs from the given one in a few places. */
export function edited(schema: JsonObject): fc.Arbitrary<JsonObject> {
  return fc
    .array(fc.record({ at: fc.nat(), which: fc.nat(), by: fc.nat() }), { minLength: 1, maxLength: 2 })
    .map((edits) => edits.reduce((current, edit) => withEdit(current, edit), schema));
}

/** Values that the schema might take. */
export function valuesOf(schema: JsonObject): fc.Arbitrary<JsonValue> {
  const values = presentValuesOf(schema);
  return schema.nullable === true ? fc.option(values, { freq: 2 }) : values;
}

function presentValuesOf(schema: JsonObject): fc.Arbitrary<JsonValue> {
  const { enum: choices, type, properties, additionalProperties, items } = schema;
  if (Array.isArray(choices) && choices.length > 0) return fc.constantFrom<JsonValue>(...choices);
  if (schema['x-kubernetes-int-or-string'] === true) return fc.oneof(shortText, smallInteger);
  if (type === 'string') return shortText;
  if (type === 'integer') return smallInteger;
  if (type === 'number') return fc.oneof(smallInteger, fc.constantFrom(0.5, 1.5, 2.5));
  if (type === 'boolean') return fc.boolean();
  if (type === 'array') return fc.array(valuesOf(isJsonObject(items) ? items : {}), { maxLength: 3 });
  if (type !== 'object') return fc.oneof(shortText, smallInteger, fc.dictionary(name, shortText, { maxKeys: 2 }));
  if (isJsonObject(additionalProperties)) return fc.dictionary(name, valuesOf(additionalProperties), { maxKeys: 3 });
  const fields = isJsonObject(properties) ? Object.entries(properties) : [];
  const known = fc
    .record(Object.fromEntries(fields.map(([field, each]) => [field, valuesOf(isJsonObject(each) ? each : {})])), {
      requiredKeys: [],
    })
    .map(whole);
  if (schema['x-kubernetes-preserve-unknown-fields'] !== true) return known;
  return fc
    .tuple(fc.dictionary(name, fc.oneof(shortText, smallInteger), { maxKeys: 2 }), known)
    .map(([unknown, rest]) => ({ ...unknown, ...rest }));
}

/** Without fields that aren't there. */
function whole(fields: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) => (value === undefined ? [] : [[field, value] as const])),
  );
}

const name = fc.constantFrom('a', 'b', 'c');
const shortText = fc.oneof(fc.constantFrom('a', 'b', 'ab', '10', ''), fc.string({ maxLength: 4 }));
const smallInteger = fc.integer({ min: -3, max: 8 });

const texts = schemaOf({ type: 'string' }, 'minLength', 'maxLength', 'pattern', 'enum', 'allOf', 'default', 'nullable');
const integers = schemaOf(
  { type: 'integer' },
  ...(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'format'] as const),
);
const numbers = schemaOf(
  { type: 'number' },
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
);
const flags = schemaOf({ type: 'boolean' }, 'nullable');
const integersOrTexts = schemaOf({ 'x-kubernetes-int-or-string': true }, 'minimum', 'maxLength');

function objects(inner: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> {
  return fc
    .record({
      properties: fc.dictionary(name, inner, { maxKeys: 3 }),
      keepsUnknown: fc.oneof({ arbitrary: fc.constant(false), weight: 4 }, fc.constant(true)),
      required: fc.uniqueArray(name, { maxLength: 2 }),
    })
    .map(({ properties, keepsUnknown, required }) => ({
      type: 'object',
      properties,
      ...(required.length > 0 && { required: required.filter((each) => each in properties) }),
      ...(keepsUnknown && { 'x-kubernetes-preserve-unknown-fields': true }),
    }));
}

function maps(inner: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> {
  return fc
    .tuple(inner, schemaOf({ type: 'object' }, 'minProperties', 'maxProperties'))
    .map(([additionalProperties, rest]) => ({ ...rest, additionalProperties }));
}

function lists(inner: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> {
  return fc
    .tuple(inner, schemaOf({ type: 'array' }, 'minItems', 'maxItems'))
    .map(([items, rest]) => ({ ...rest, items }));
}

function schemaOf(given: JsonObject, ...names: readonly (keyof typeof keywords)[]): fc.Arbitrary<JsonObject> {
  const choices = Object.fromEntries(names.map((each) => [each, fc.constantFrom(...(keywords[each] ?? []))]));
  return fc.record(choices, { requiredKeys: [] }).map((said) => ({ ...given, ...sensible(given, whole(said)) }));
}

/** Without choices and defaults of another type: no API server takes such a schema. */
function sensible({ type }: JsonObject, said: JsonObject): JsonObject {
  const { enum: choices, default: filled, ...rest } = said;
  const isOfType = (value: JsonValue | undefined) => (type === 'string' ? typeof value === 'string' : true);
  return {
    ...rest,
    ...(Array.isArray(choices) && choices.every(isOfType) && { enum: choices }),
    ...(filled !== undefined && isOfType(filled) && { default: filled }),
  };
}

interface Edit {
  /** The number of the changed schema among all nested ones. */
  readonly at: number;
  /** The number of the changed keyword among those that fit. */
  readonly which: number;
  /** The number of its new value; each fourth removes the keyword. */
  readonly by: number;
}

function withEdit(schema: JsonObject, { at, which, by }: Edit): JsonObject {
  const places = placesIn(schema);
  const path = places[at % places.length] ?? [];
  return edit(schema, path, (found) => {
    const fitting = [...anywhere, ...(fits[typeof found.type === 'string' ? found.type : ''] ?? [])];
    const keyword = fitting[which % fitting.length] ?? 'type';
    const choices = keywords[keyword] ?? [];
    const { [keyword]: _, ...rest } = found;
    const value = choices[by % choices.length];
    return by % 4 === 0 || value === undefined ? rest : { ...rest, [keyword]: value };
  });
}

function placesIn(schema: JsonObject): (readonly string[])[] {
  const { properties, additionalProperties, items } = schema;
  const below = (inner: JsonValue | undefined, ...path: readonly string[]) =>
    isJsonObject(inner) ? placesIn(inner).map((rest) => [...path, ...rest]) : [];
  return [
    [],
    ...Object.entries(isJsonObject(properties) ? properties : {}).flatMap(([field, each]) =>
      below(each, 'properties', field),
    ),
    ...below(additionalProperties, 'additionalProperties'),
    ...below(items, 'items'),
  ];
}

function edit(
  schema: JsonObject,
  [first, ...rest]: readonly string[],
  change: (schema: JsonObject) => JsonObject,
): JsonObject {
  if (first === undefined) return change(schema);
  const inner = schema[first];
  return isJsonObject(inner) ? { ...schema, [first]: edit(inner, rest, change) } : schema;
}
