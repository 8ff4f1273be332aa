import type { z } from 'zod';
import { fieldPath, valuePath } from '../field-path.ts';
import { type Finding, mostFindings } from './finding.ts';

/** What zod says of a value that is not there, each in its own words. */
const missing: ReadonlySet<string> = new Set(['invalid_type', 'invalid_value', 'invalid_union']);

/** What zod found wrong with the value at `path`, or in it: one finding, or one for each field that is unknown. */
export function issueFindings(issue: z.core.$ZodIssue, path: string): Finding[] {
  const place = valuePath(path, issue.path);
  if (issue.code !== 'unrecognized_keys') return [{ path: place, message: messageOf(issue) }];
  return issue.keys.slice(0, mostFindings).map((key) => ({ path: fieldPath(place, key), message: messageOf(issue) }));
}

/** What is missing is told so, whatever its type would say of other values. */
function messageOf(issue: z.core.$ZodIssue): string {
  return issue.input === undefined && missing.has(issue.code) ? 'is required' : inSentence(issue.message);
}

/** A message without the capital letter of a sentence; names and abbreviations stay. */
function inSentence(message: string): string {
  return message.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
}
