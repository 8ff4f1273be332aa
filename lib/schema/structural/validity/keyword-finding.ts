import { isDeepStrictEqual } from 'node:util';
import { fieldPath } from '../../field-path.ts';
import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from '../../json.ts';
import { fieldSchema, type OpenApiSchema } from '../../open-api-schema.ts';
import { wrongChoice, wrongCount, wrongType } from '../../value/error-message.ts';
import { firstFindings } from '../../value/finding.ts';
import type { ValueFinding } from '../finding.ts';
import { innerFindings } from '../inner-finding.ts';
import { schemaConditionFindings } from './condition.ts';
import { numberKeywordFindings, stringKeywordFindings } from './scalar.ts';

/**
 * Returns the first findings of a schema's keywords for a value, at every level; rules, lists with keys and embedded
 * resources are validated elsewhere.
 *
 * @see https://github.com/kubernetes/kube-openapi/tree/master/pkg/validation/validate
 */
export function keywordFindings(schema: OpenApiSchema, value: JsonValue, path: string): ValueFinding[] {
  const wrongType = typeKeywordErrors(schema, value, path);
  if (value === null || wrongType.length > 0) return [...wrongType, ...enumErrors(schema, value, path)];
  return [
    ...schemaConditionFindings(schema, value, { path, validity: keywordFindings }),
    ...(typeof value === 'string' ? stringKeywordFindings(schema, value, path) : []),
    ...(typeof value === 'number' ? numberKeywordFindings(schema, value, path) : []),
    ...(isJsonList(value) ? listKeywordErrors(schema, value, path) : []),
    ...enumErrors(schema, value, path),
    ...(isJsonObject(value) ? objectKeywordErrors(schema, value, path) : []),
  ];
}

/** Returns true if a value and all values inside have the types of a schema. Ignores required fields and limits. */
export function hasSchemaTypes(schema: OpenApiSchema, value: JsonValue): boolean {
  const mistyped = (inner: OpenApiSchema, part: JsonValue, path: string): ValueFinding[] => [
    ...typeKeywordErrors(inner, part, path),
    ...innerFindings(inner, part, path, mistyped),
  ];
  return mistyped(schema, value, '').length === 0;
}

/** A number without a fraction is an integer in any notation. */
function typeKeywordErrors(schema: OpenApiSchema, value: JsonValue, path: string): ValueFinding[] {
  const { type, nullable, 'x-kubernetes-int-or-string': intOrString } = schema;
  const wanted = intOrString ? ['integer', 'string'] : type === undefined ? [] : [type];
  if (wanted.length === 0 || (value === null && nullable)) return [];
  const actual = jsonTypeName(value);
  if (wanted.includes(actual) || (actual === 'integer' && wanted.includes('number'))) return [];
  return [{ reason: 'incomplete', path, message: wrongType(wanted, value) }];
}

function jsonTypeName(value: JsonValue): string {
  if (value === null) return 'null';
  if (isJsonList(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function enumErrors({ enum: choices = [] }: OpenApiSchema, value: JsonValue, path: string): ValueFinding[] {
  if (choices.length === 0 || choices.some((choice) => choice !== null && isDeepStrictEqual(choice, value))) return [];
  return [{ reason: 'incomplete', path, message: wrongChoice(choices, value) }];
}

function listKeywordErrors(schema: OpenApiSchema, list: readonly JsonValue[], path: string): ValueFinding[] {
  const { minItems, maxItems } = schema;
  const findings = innerFindings(schema, list, path, keywordFindings);
  if (minItems !== undefined && list.length < minItems) {
    findings.push({ reason: 'invalid', path, message: wrongCount('at least', minItems, 'items', list.length) });
  }
  if (maxItems !== undefined && list.length > maxItems) {
    findings.push({ reason: 'incomplete', path, message: wrongCount('at most', maxItems, 'items', list.length) });
  }
  return findings;
}

function objectKeywordErrors(schema: OpenApiSchema, object: JsonObject, path: string): ValueFinding[] {
  const missing = (schema.required ?? []).filter((name) => !Object.hasOwn(object, name));
  const isClosed = schema.additionalProperties === false;
  const excluded = isClosed ? Object.keys(object).filter((name) => fieldSchema(schema, name) === undefined) : [];
  return [
    ...sizeKeywordFindings(schema, Object.keys(object).length, path),
    ...missing.map((name): ValueFinding => {
      return { reason: 'incomplete', path: fieldPath(path, name), message: 'is required' };
    }),
    ...firstFindings(excluded, (name): ValueFinding[] => {
      const message = 'must not be set: additionalProperties is false';
      return [{ reason: 'invalid', path: fieldPath(path, name), message }];
    }),
    ...innerFindings(schema, object, path, keywordFindings),
  ];
}

function sizeKeywordFindings(
  { minProperties, maxProperties }: OpenApiSchema,
  count: number,
  path: string,
): ValueFinding[] {
  if (minProperties !== undefined && count < minProperties) {
    return [{ reason: 'invalid', path, message: wrongCount('at least', minProperties, 'entries', count) }];
  }
  if (maxProperties === undefined || count <= maxProperties) return [];
  return [{ reason: 'incomplete', path, message: wrongCount('at most', maxProperties, 'entries', count) }];
}
