import type { z } from 'zod';
import { canonicalJson } from '../json-equality.ts';
import { repeatedItem } from '../value/error-message.ts';
import { mostFindings } from '../value/finding.ts';

/**
 * Returns an issue for each of the first values that repeat an earlier one. @param words - describes a value for the
 * message.
 */
export function repetitionIssues<Value>(
  values: readonly Value[],
  words: (value: Value) => string,
): z.core.$ZodRawIssue[] {
  const places = new Map<string, number>();
  const issues: z.core.$ZodRawIssue[] = [];
  for (const [index, value] of values.entries()) {
    const text = canonicalJson(value);
    const first = places.get(text);
    if (first === undefined) places.set(text, index);
    else issues.push({ code: 'custom', path: [index], input: value, message: repeatedItem(first, words(value)) });
    if (issues.length >= mostFindings) break;
  }
  return issues;
}
