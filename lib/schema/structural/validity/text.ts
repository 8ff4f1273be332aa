import type { ValueFinding } from '../finding.ts';
import type { ForeignSchema } from '../foreign-schema.ts';
import { isOfFormat } from './format.ts';
import { matches } from './pattern.ts';

/** What a schema has against a text: its length in characters, its pattern, its format. */
export function textFindings(schema: ForeignSchema, text: string, path: string): ValueFinding[] {
  const { maxLength, minLength, pattern, format } = schema;
  const words = JSON.stringify(text);
  const formatFindings: ValueFinding[] =
    format === undefined || isOfFormat(format, text)
      ? []
      : [{ reason: 'incomplete', path, message: `must be of the format ${format}, and is ${words}` }];
  return [...shapeFindings(), ...formatFindings];

  /** The first thing wrong, as API servers tell it. */
  function shapeFindings(): ValueFinding[] {
    const length = maxLength === undefined && minLength === undefined ? 0 : [...text].length;
    if (maxLength !== undefined && length > maxLength) {
      return [{ reason: 'incomplete', path, message: `must have at most ${maxLength} characters, and has ${length}` }];
    }
    if (minLength !== undefined && length < minLength) {
      return [{ reason: 'invalid', path, message: `must have at least ${minLength} characters, and has ${length}` }];
    }
    if (pattern === undefined || matches(pattern, text)) return [];
    return [{ reason: 'invalid', path, message: `must match ${pattern}, and is ${words}` }];
  }
}
