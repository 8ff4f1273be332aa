import { isDeepStrictEqual } from 'node:util';
import type { JsonValue } from '../../json.ts';
import type { OpenApiSchema } from '../../open-api-schema.ts';
import { wrongChoice } from '../../value/demand.ts';
import type { ValueFinding } from '../finding.ts';

/** Returns a finding if a value is not one of its schema's choices. */
export function choiceErrors({ enum: choices = [] }: OpenApiSchema, value: JsonValue, path: string): ValueFinding[] {
  if (choices.length === 0 || choices.some((choice) => choice !== null && isDeepStrictEqual(choice, value))) return [];
  return [{ reason: 'incomplete', path, message: wrongChoice(choices, value) }];
}
