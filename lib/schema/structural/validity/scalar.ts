import { matchesGoPattern } from '../../go-expression.ts';
import type { OpenApiSchema } from '../../open-api-schema.ts';
import { wrongCount, wrongFormat, wrongNumber, wrongPattern, wrongValue } from '../../value/error-message.ts';
import type { ValueFinding } from '../finding.ts';
import { isOfFormat } from './format.ts';

/** Returns the findings of a schema's bounds for a number. */
export function numberKeywordFindings(schema: OpenApiSchema, value: number, path: string): ValueFinding[] {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf } = schema;
  const messages: string[] = [];
  if (!isNumberInRange(schema, value)) messages.push(`must fit into ${schema.format ?? 'int64'}, and is ${value}`);
  if (maximum !== undefined && (exclusiveMaximum ? value >= maximum : value > maximum)) {
    messages.push(wrongNumber(exclusiveMaximum ? 'less than' : 'at most', maximum, value));
  }
  if (minimum !== undefined && (exclusiveMinimum ? value <= minimum : value < minimum)) {
    messages.push(wrongNumber(exclusiveMinimum ? 'more than' : 'at least', minimum, value));
  }
  if (multipleOf !== undefined && !isMultipleOf(value, multipleOf)) {
    messages.push(wrongValue(`a multiple of ${multipleOf}`, value));
  }
  return messages.map((message) => ({ reason: 'invalid', path, message }));
}

function isNumberInRange({ type, format }: OpenApiSchema, value: number): boolean {
  if (type === 'integer' && format === 'int32') return value >= -(2 ** 31) && value < 2 ** 31;
  // The maximum of int64 is 2 ** 63 - 1, which JavaScript reads as 2 ** 63: the two can't be distinguished.
  if (type === 'integer') return Math.abs(value) <= 2 ** 63;
  return type !== 'number' || format !== 'float' || Number.isFinite(Math.fround(value));
}

/** API servers divide doubles, and accept a quotient that is whole except for its last digits. */
function isMultipleOf(value: number, factor: number): boolean {
  if (factor <= 0) return false;
  if (Number.isInteger(value) && Number.isInteger(factor)) return value % factor === 0;
  const quotient = factor < 1 ? (1 / factor) * value : value / factor;
  return Math.abs(quotient - Math.round(quotient)) <= 1e-9 * Math.max(1, Math.abs(quotient));
}

/** Returns the findings of a schema for a string: its length in characters, its pattern, its format. */
export function stringKeywordFindings(schema: OpenApiSchema, text: string, path: string): ValueFinding[] {
  const { maxLength, minLength, pattern, format } = schema;
  const formatFindings: ValueFinding[] =
    format === undefined || isOfFormat(format, text)
      ? []
      : [{ reason: 'incomplete', path, message: wrongFormat(format, text) }];
  return [...shapeFindings(), ...formatFindings];

  /** Returns the first finding only, as API servers do. */
  function shapeFindings(): ValueFinding[] {
    const length = maxLength === undefined && minLength === undefined ? 0 : [...text].length;
    if (maxLength !== undefined && length > maxLength) {
      return [{ reason: 'incomplete', path, message: wrongCount('at most', maxLength, 'characters', length) }];
    }
    if (minLength !== undefined && length < minLength) {
      return [{ reason: 'invalid', path, message: wrongCount('at least', minLength, 'characters', length) }];
    }
    if (pattern === undefined || matchesGoPattern(pattern, text)) return [];
    return [{ reason: 'invalid', path, message: wrongPattern(pattern, text) }];
  }
}
