import type { z } from 'zod';
import { fieldPath, valuePath } from '../field-path.ts';
import { type Finding, mostFindings } from './finding.ts';

/** The codes that zod uses for an absent value, depending on the type. */
const missing: ReadonlySet<string> = new Set(['invalid_type', 'invalid_value', 'invalid_union']);

/** Converts a zod issue with the value at `path`, or inside it: to one finding, or to one for each unknown field. */
export function issueFindings(issue: z.core.$ZodIssue, path: string): Finding[] {
  const place = valuePath(path, issue.path);
  if (issue.code !== 'unrecognized_keys') return [{ path: place, message: messageOfIssue(issue) }];
  return issue.keys
    .slice(0, mostFindings)
    .map((key) => ({ path: fieldPath(place, key), message: messageOfIssue(issue) }));
}

/** Returns the message of an issue; for an absent value always `is required`, whatever its type. */
function messageOfIssue(issue: z.core.$ZodIssue): string {
  return issue.input === undefined && missing.has(issue.code) ? 'is required' : messageInSentence(issue.message);
}

/** Makes the first letter of a message lower case, except in names and abbreviations. */
function messageInSentence(message: string): string {
  return message.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
}
