import type { z } from 'zod';
import { valuePath } from '../field-path.ts';

/** What zod says of a value that is not there, each in its own words. */
const missing: ReadonlySet<string> = new Set(['invalid_type', 'invalid_value', 'invalid_union']);

/** Something wrong with a value. */
export interface Finding {
  /** Where in the value, such as `spec.ports[0].name`; empty for the value as a whole. */
  readonly path: string;
  /** What is wrong, such as `too big: expected number to be <=5`. */
  readonly message: string;
}

/** A finding as a sentence. */
export function formatFinding({ path, message }: Finding): string {
  return path === '' ? message : `${path}: ${message}`;
}

/** What zod found wrong with the value at `path`. */
export function findingOf(issue: z.core.$ZodIssue, path: string): Finding {
  return { path: valuePath(path, issue.path), message: messageOf(issue) };
}

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.input === undefined && missing.has(issue.code)) return 'is required';
  if (issue.code === 'invalid_union' && issue.message === 'Invalid input' && issue.errors.length > 0) {
    const reasons = issue.errors.flatMap(([first]) => (first === undefined ? [] : [messageOf(first)]));
    return [...new Set(reasons)].join(', or ');
  }
  return inSentence(issue.message);
}

/** A message without the capital letter of a sentence; names and abbreviations stay. */
function inSentence(message: string): string {
  return message.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
}
