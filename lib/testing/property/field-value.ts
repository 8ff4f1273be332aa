// In: the schema of a field. Out: values that it accepts, and values that it refuses. Called for each field of a spec; the API server
// decides in the end, since it evaluates the rules as well.

import { isJsonObject, isSameJson, type JsonValue } from '../../api/index.ts';
import { matchesGoPattern, type OpenApiSchema } from '../../schema/structural/index.ts';
import type { Chance } from '../sampling/chance.ts';
import { patternText } from './pattern-text.ts';

/** The maximum number of values of a field, and of levels of a generated value. */
const [mostValues, deepest] = [4, 6];

/** Texts of usual forms: names, numbers, quantities, durations, times, schedules, versions, addresses, images. */
const usualTexts: readonly string[] = [
  ...['a', 'example', 'a-b', 'a.example.com', '1', '20', '1Gi', '3Gi', '500m', '1h', '30s', '2030-01-01T00:00:00Z'],
  ...['0 3 * * *', 'v1.2.3', '1.2.3', 'https://example.com', '10.0.0.1', '10.0.0.0/8', 'example.com/image:1', 'A', ''],
];

/** Returns some values that a schema accepts, different from `present`. */
export function validValues(schema: OpenApiSchema, chance: Chance, present?: JsonValue): readonly JsonValue[] {
  const found = valuesOf(schema, chance, 0).filter((value) => present === undefined || !isSameJson(value, present));
  const distinct = found.filter((value, index) => found.findIndex((other) => isSameJson(value, other)) === index);
  return chance.some(distinct, mostValues);
}

/** Returns some values that a schema refuses: of other types, and beyond its limits. */
export function invalidValues(schema: OpenApiSchema): readonly JsonValue[] {
  const { type, minimum, maximum, minLength = 0, maxLength, minItems = 0, maxItems, pattern, enum: allowed } = schema;
  if (schema['x-kubernetes-preserve-unknown-fields'] === true && type === undefined) return [];
  const wrongType: JsonValue = type === 'boolean' ? 'x' : true;
  return [
    wrongType,
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(type === 'integer' ? [0.5] : []),
    ...(type === 'string' && minLength > 0 ? [''] : []),
    ...(type === 'string' && maxLength !== undefined ? ['x'.repeat(maxLength + 1)] : []),
    ...(type === 'string' && pattern !== undefined
      ? usualTexts.filter((text) => !matchesGoPattern(pattern, text)).slice(0, 1)
      : []),
    ...(type === 'string' && allowed !== undefined ? ['not-allowed'] : []),
    ...(type === 'array' && minItems > 0 ? [[]] : []),
    ...(type === 'array' && maxItems !== undefined && maxItems < 100
      ? [new Array<JsonValue>(maxItems + 1).fill(null)]
      : []),
    ...(type === 'object' && (schema.required ?? []).length > 0 ? [{}] : []),
  ];
}

/** Returns one value with all required fields; undefined if none is found. */
function exampleOf(schema: OpenApiSchema, chance: Chance, depth: number): JsonValue | undefined {
  const found = valuesOf(schema, chance, depth + 1);
  return schema.default ?? found[chance.below(found.length)];
}

function valuesOf(schema: OpenApiSchema, chance: Chance, depth: number): readonly JsonValue[] {
  if (depth > deepest) return [];
  if (schema.enum !== undefined) return schema.enum;
  if (schema['x-kubernetes-int-or-string'] === true) return [1, 3, '50%'];
  switch (schema.type) {
    case 'boolean':
      return [true, false];
    case 'integer':
    case 'number':
      return numbers(schema);
    case 'string':
      return texts(schema, chance);
    case 'array':
      return lists(schema, chance, depth);
    case 'object':
      return objects(schema, chance, depth);
    default:
      return schema['x-kubernetes-preserve-unknown-fields'] === true ? [{ a: 'b' }] : [];
  }
}

function numbers({
  minimum = 0,
  maximum,
  exclusiveMinimum,
  exclusiveMaximum,
  multipleOf = 1,
}: OpenApiSchema): number[] {
  const least = Math.ceil((exclusiveMinimum === true ? minimum + 1 : minimum) / multipleOf) * multipleOf;
  const most = maximum ?? least + 3 * multipleOf;
  const last = Math.floor((exclusiveMaximum === true ? most - 1 : most) / multipleOf) * multipleOf;
  return [least, least + multipleOf, least + 2 * multipleOf, last].filter((value) => value >= least && value <= last);
}

function texts({ pattern, format, minLength = 0, maxLength = 63 }: OpenApiSchema, chance: Chance): string[] {
  const generated = pattern === undefined ? [] : Array.from({ length: mostValues }, () => patternText(pattern, chance));
  return [...usualTexts, ...generated].filter((text) => {
    if (text.length < minLength || text.length > maxLength) return false;
    if (format === 'date-time') return text.endsWith('Z');
    if (format === 'duration') return /^\d+[hs]$/.test(text);
    return pattern === undefined ? /^[a-z-]+$/.test(text) : matchesGoPattern(pattern, text);
  });
}

function lists(schema: OpenApiSchema, chance: Chance, depth: number): JsonValue[] {
  const { items = {}, minItems = 0, maxItems = 2 } = schema;
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const found: JsonValue[] = [];
  for (let attempt = 0; attempt < 8 && found.length < Math.max(2, minItems); attempt += 1) {
    const item = exampleOf(items, chance, depth);
    const isTaken = (other: JsonValue) =>
      keys.length > 0 && isJsonObject(other) && isJsonObject(item)
        ? keys.every((key) => isSameJson(other[key] ?? null, item[key] ?? null))
        : item !== undefined && isSameJson(other, item);
    if (item !== undefined && !found.some(isTaken)) found.push(item);
  }
  const lengths = [...new Set([minItems, 1, 2])].filter((length) => length >= minItems && length <= maxItems);
  return lengths.filter((length) => length <= found.length).map((length) => found.slice(0, length));
}

function objects(schema: OpenApiSchema, chance: Chance, depth: number): JsonValue[] {
  const { properties = {}, required = [], additionalProperties } = schema;
  if (isJsonObject(additionalProperties)) {
    const value = exampleOf(additionalProperties, chance, depth);
    return value === undefined ? [{}] : [{ a: value }, { a: value, b: value }];
  }
  const fields = (isWanted: (name: string) => boolean): JsonValue =>
    Object.fromEntries(
      Object.entries(properties).flatMap(([name, field]): [string, JsonValue][] => {
        const value = isWanted(name) ? exampleOf(field, chance, depth) : undefined;
        return value === undefined ? [] : [[name, value]];
      }),
    );
  return [
    fields((name) => required.includes(name)),
    fields((name) => required.includes(name) || chance.below(2) === 0),
  ];
}
