// In: a value, and its schema. Out: the keywords about the value itself that it violates, as API servers decide.
// Worded by `keywordFindings` for authors, and by the embedded API server as a real one does.

import { matchesGoPattern } from '../../go-expression.ts';
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

function* numberViolations(schema: OpenApiSchema, value: number): Iterable<KeywordViolation> {
  const { minimum, maximum, multipleOf: factor } = schema;
  const { exclusiveMinimum = false, exclusiveMaximum = false } = schema;
  if (factor !== undefined && !isMultipleOf(value, factor)) yield { keyword: 'multipleOf', factor };
  if (maximum !== undefined && (exclusiveMaximum ? value >= maximum : value > maximum))
    yield { keyword: 'maximum', limit: maximum, isExclusive: exclusiveMaximum };
  if (minimum !== undefined && (exclusiveMinimum ? value <= minimum : value < minimum))
    yield { keyword: 'minimum', limit: minimum, isExclusive: exclusiveMinimum };
}

/** API servers divide doubles, and accept a quotient that is whole except for its last digits. */
function isMultipleOf(value: number, factor: number): boolean {
  if (factor <= 0) return false;
  if (Number.isInteger(value) && Number.isInteger(factor)) return value % factor === 0;
  const quotient = factor < 1 ? (1 / factor) * value : value / factor;
  return Math.abs(quotient - Math.round(quotient)) <= 1e-9 * Math.max(1, Math.abs(quotient));
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
