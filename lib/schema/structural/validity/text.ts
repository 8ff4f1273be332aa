import { matches } from '../../go-expression.ts';
import type { OpenApiSchema } from '../../open-api-schema.ts';
import { wrongCount, wrongFormat, wrongPattern } from '../../value/demand.ts';
import type { ValueFinding } from '../finding.ts';
import { isOfFormat } from './format.ts';

/** Returns the findings of a schema for a string: its length in characters, its pattern, its format. */
export function textFindings(schema: OpenApiSchema, text: string, path: string): ValueFinding[] {
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
    if (pattern === undefined || matches(pattern, text)) return [];
    return [{ reason: 'invalid', path, message: wrongPattern(pattern, text) }];
  }
}
