import { isDeepStrictEqual } from 'node:util';
import { fieldPath } from '../../field-path.ts';
import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from '../../json.ts';
import { fieldSchema, type OpenApiSchema } from '../../open-api-schema.ts';
import {
  type Bound,
  wrongChoice,
  wrongCount,
  wrongFormat,
  wrongNumber,
  wrongPattern,
  wrongType,
  wrongValue,
} from '../../value/error-message.ts';
import { firstFindings } from '../../value/finding.ts';
import type { Unit } from '../../value/word-list.ts';
import { invalidValueFinding, type ValueFinding } from '../finding.ts';
import { innerFindings } from '../inner-finding.ts';
import {
  isInNumberFormat,
  type KeywordViolation,
  keywordViolations,
  type SizeKeyword,
  typesWanted,
  unmeetableKeywords,
} from './keyword-violation.ts';
import { unmetConditionFindings } from './unmet-condition-finding.ts';

/**
 * Returns the first findings of a schema's keywords for a value, at every level; rules, lists with keys and embedded
 * resources are validated elsewhere.
 *
 * @see https://github.com/kubernetes/kube-openapi/tree/master/pkg/validation/validate
 */
export function keywordFindings(schema: OpenApiSchema, value: JsonValue, path: string): ValueFinding[] {
  const mistyped = typeKeywordErrors(schema, value, path);
  if (value === null || mistyped.length > 0) return [...mistyped, ...enumErrors(schema, value, path)];
  const inside = () => innerFindings(schema, value, path, keywordFindings);
  const own = [...keywordViolations(schema, value)].map((violation) => violationFinding(violation, value, path));
  return [
    ...unmetConditionFindings(schema, value, { path, validity: keywordFindings }),
    ...(typeof value === 'number' ? rangeErrors(schema, value, path) : []),
    ...(isJsonList(value) ? inside() : []),
    ...own,
    ...enumErrors(schema, value, path),
    ...(isJsonObject(value) ? [...excludedFieldErrors(schema, value, path), ...inside()] : []),
  ];
}

/**
 * Returns true if a value and all values inside obey the type keywords of a schema. Ignores its other keywords, such as
 * required fields and limits.
 */
export function hasSchemaTypes(schema: OpenApiSchema, value: JsonValue): boolean {
  const mistyped = (inner: OpenApiSchema, part: JsonValue, path: string): ValueFinding[] => [
    ...typeKeywordErrors(inner, part, path),
    ...innerFindings(inner, part, path, mistyped),
  ];
  return mistyped(schema, value, '').length === 0;
}

function typeKeywordErrors(schema: OpenApiSchema, value: JsonValue, path: string): ValueFinding[] {
  const wanted = typesWanted(schema, value);
  return wanted === undefined ? [] : [{ reason: 'incomplete', path, message: wrongType(wanted, value) }];
}

function enumErrors({ enum: choices = [] }: OpenApiSchema, value: JsonValue, path: string): ValueFinding[] {
  if (choices.length === 0 || choices.some((choice) => choice !== null && isDeepStrictEqual(choice, value))) return [];
  return [{ reason: 'incomplete', path, message: wrongChoice(choices, value) }];
}

function rangeErrors(schema: OpenApiSchema, value: number, path: string): ValueFinding[] {
  const { format = 'int64' } = schema;
  if (!isInNumberFormat(schema, value)) return [invalidValueFinding(path, `must fit into ${format}, and is ${value}`)];
  return unmeetableKeywords(schema).map((keyword) =>
    invalidValueFinding(
      path,
      `no number is valid, since ${keyword} is ${schema[keyword]}, and must fit into ${format}`,
    ),
  );
}

function excludedFieldErrors(schema: OpenApiSchema, object: JsonObject, path: string): ValueFinding[] {
  if (schema.additionalProperties !== false) return [];
  const excluded = Object.keys(object).filter((name) => fieldSchema(schema, name) === undefined);
  const message = 'must not be set: additionalProperties is false';
  return firstFindings(excluded, (name): ValueFinding[] => [
    { reason: 'invalid', path: fieldPath(path, name), message },
  ]);
}

const sizeWords: Readonly<Record<SizeKeyword, readonly [Bound, Unit]>> = {
  maxItems: ['at most', 'items'],
  maxLength: ['at most', 'characters'],
  maxProperties: ['at most', 'entries'],
  minItems: ['at least', 'items'],
  minLength: ['at least', 'characters'],
  minProperties: ['at least', 'entries'],
};

function violationFinding(violation: KeywordViolation, value: JsonValue, path: string): ValueFinding {
  const invalid = (message: string): ValueFinding => ({ reason: 'invalid', path, message });
  const incomplete = (message: string): ValueFinding => ({ reason: 'incomplete', path, message });
  switch (violation.keyword) {
    case 'format':
      return incomplete(wrongFormat(violation.wanted, value));
    case 'pattern':
      return invalid(wrongPattern(violation.wanted, value));
    case 'multipleOf':
      return violation.factor > 0
        ? invalid(wrongValue(`a multiple of ${violation.factor}`, value))
        : invalid(wrongValue('a number with a fraction, since multipleOf is below 1', value));
    case 'maximum':
      return invalid(wrongNumber(violation.isExclusive ? 'less than' : 'at most', violation.limit, value));
    case 'minimum':
      return invalid(wrongNumber(violation.isExclusive ? 'more than' : 'at least', violation.limit, value));
    case 'required':
      return { reason: 'incomplete', path: fieldPath(path, violation.field), message: 'is required' };
    default: {
      const [bound, unit] = sizeWords[violation.keyword];
      const message = wrongCount(bound, violation.limit, unit, violation.size);
      return bound === 'at most' ? incomplete(message) : invalid(message);
    }
  }
}
