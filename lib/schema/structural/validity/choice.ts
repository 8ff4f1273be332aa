import { isDeepStrictEqual } from 'node:util';
import type { JsonValue } from '../../json.ts';
import type { ValueFinding } from '../finding.ts';
import type { ForeignSchema } from '../foreign-schema.ts';

/** As many values of a choice are named. */
const named = 12;

/** Whether a value is none of those that its schema lists. */
export function choiceFindings({ enum: choices }: ForeignSchema, value: JsonValue, path: string): ValueFinding[] {
  if (choices.length === 0 || choices.some((choice) => choice !== null && isDeepStrictEqual(choice, value))) return [];
  const words = choices.slice(0, named).map((choice) => JSON.stringify(choice));
  const all = choices.length > named ? [...words, '…'] : words;
  return [{ reason: 'incomplete', path, message: `must be one of ${all.join(', ')}, and is ${JSON.stringify(value)}` }];
}
