// In: a value, and its schema. Out: the keywords about the value itself that it violates, as API servers decide.
// Worded by `keywordFindings` for authors, and by the embedded API server as a real one does.

import { matchesGoPattern } from '../../compiled-pattern.ts';
import { isJsonList, isJsonObject, type JsonValue, jsonTypeName } from '../../json.ts';
import type { OpenApiSchema } from '../../open-api-schema.ts';
import { isOfFormat } from './format.ts';

/** A keyword that a value violates, apart from its type, its choices, and the values inside of it. */
export type KeywordViolation =
  | { readonly keyword: 'format' | 'pattern'; readonly wanted: string }
  | { readonly keyword: 'maximum' | 'minimum'; readonly limit: number; readonly isExclusive: boolean }
  | { readonly keyword: 'multipleOf'; readonly factor: number }
  | { readonly keyword: 'required'; readonly field: string }
  | { readonly keyword: SizeKeyword; readonly limit: number; readonly size: number };

/** A limit of characters, items or entries. */
export type SizeKeyword = 'maxItems' | 'maxLength' | 'maxProperties' | 'minItems' | 'minLength' | 'minProperties';

/** Yields the violations of a value: of a text at most one of its length and its pattern, as API servers do. */
export function* keywordViolations(schema: OpenApiSchema, value: JsonValue): Iterable<KeywordViolation> {
  if (typeof value === 'string') yield* textViolations(schema, value);
  else if (typeof value === 'number') yield* numberViolations(schema, value);
  else if (isJsonList(value)) yield* sizeViolations(schema, value.length, ['minItems', 'maxItems']);
  else if (isJsonObject(value)) {
    yield* sizeViolations(schema, Object.keys(value).length, ['minProperties', 'maxProperties']);
    for (const field of schema.required ?? []) if (!Object.hasOwn(value, field)) yield { keyword: 'required', field };
  }
}

function* textViolations(schema: OpenApiSchema, text: string): Iterable<KeywordViolation> {
  const { maxLength, minLength, pattern, format } = schema;
  const length = maxLength === undefined && minLength === undefined ? 0 : [...text].length;
  const [size] = sizeViolations(schema, length, ['maxLength', 'minLength']);
  if (size !== undefined) yield size;
  else if (pattern !== undefined && !matchesGoPattern(pattern, text)) yield { keyword: 'pattern', wanted: pattern };
  if (format !== undefined && !isOfFormat(format, text)) yield { keyword: 'format', wanted: format };
}

/** Returns the keywords whose own number is not in the range of their schema's type and format: no number is valid. */
export function unmeetableKeywords(schema: OpenApiSchema): ('maximum' | 'minimum' | 'multipleOf')[] {
  // API servers read the numbers of schemas as doubles, and write them with the fewest digits before they convert them:
  // the limits of int64 become ±9223372036854776000.
  const isMeetable = (number: number) =>
    isInNumberFormat(schema, number) && (schema.type !== 'integer' || Math.abs(number) < 2 ** 63);
  return (['multipleOf', 'maximum', 'minimum'] as const).filter((keyword) => {
    const number = schema[keyword];
    return number !== undefined && !isMeetable(number);
  });
}

/** Returns true if a number is in the range of the schema's type and format. */
export function isInNumberFormat({ type, format }: OpenApiSchema, number: number): boolean {
  if (type === 'integer') {
    // The maximum of int64 is 2 ** 63 - 1, which JavaScript reads as 2 ** 63: the two can't be distinguished.
    const [least, most] = format === 'int32' ? [-(2 ** 31), 2 ** 31 - 1] : [-(2 ** 63), 2 ** 63];
    return Number.isInteger(number) && number >= least && number <= most;
  }
  return type !== 'number' || format !== 'float' || Number.isFinite(Math.fround(number));
}

function* numberViolations(schema: OpenApiSchema, value: number): Iterable<KeywordViolation> {
  // API servers keep a whole number in 64 bits, and compare it with the part of a bound before the point.
  const seen = (bound: number | undefined) =>
    bound !== undefined && Number.isInteger(value) && isInNumberFormat(schema, bound) ? Math.trunc(bound) : bound;
  const [minimum, maximum, factor] = [schema.minimum, schema.maximum, schema.multipleOf].map(seen);
  const { exclusiveMinimum = false, exclusiveMaximum = false } = schema;
  if (factor !== undefined && !isMultipleOf(value, factor)) yield { keyword: 'multipleOf', factor };
  if (maximum !== undefined && (exclusiveMaximum ? value >= maximum : value > maximum))
    yield { keyword: 'maximum', limit: maximum, isExclusive: exclusiveMaximum };
  if (minimum !== undefined && (exclusiveMinimum ? value <= minimum : value < minimum))
    yield { keyword: 'minimum', limit: minimum, isExclusive: exclusiveMinimum };
}

/**
 * API servers divide doubles, and accept a positive quotient that is slightly above a whole number, but none that is
 * slightly below.
 *
 * @see https://github.com/go-openapi/swag/blob/v0.23.0/convert.go
 */
function isMultipleOf(value: number, factor: number): boolean {
  if (factor <= 0) return false;
  if (Number.isInteger(value) && Number.isInteger(factor)) return value % factor === 0;
  const quotient = factor < 1 ? (1 / factor) * value : value / factor;
  const whole = Math.trunc(quotient);
  return quotient === whole ? Number.isSafeInteger(whole) : whole > 0 && quotient - whole < 1e-9 * (quotient + whole);
}

function* sizeViolations(
  schema: OpenApiSchema,
  size: number,
  keywords: readonly SizeKeyword[],
): Iterable<KeywordViolation> {
  for (const keyword of keywords) {
    const limit = schema[keyword];
    if (limit !== undefined && (keyword.startsWith('min') ? size < limit : size > limit))
      yield { keyword, limit, size };
  }
}

/** Returns the types that a schema demands of a value, if the value has none of them. */
export function typesWanted(schema: OpenApiSchema, value: JsonValue): readonly string[] | undefined {
  const { type, nullable, 'x-kubernetes-int-or-string': intOrString } = schema;
  const wanted = intOrString ? ['integer', 'string'] : type === undefined ? [] : [type];
  if (wanted.length === 0 || (value === null && nullable)) return undefined;
  const actual = jsonTypeName(value);
  return wanted.includes(actual) || (actual === 'integer' && wanted.includes('number')) ? undefined : wanted;
}
