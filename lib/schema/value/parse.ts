// In: a value, as its author wrote it or as the API server stored it, and its type.
// Out: the value for the run time, with defaults filled in, or its validation errors. Called at synth for specs and
// samples, in the cluster for each resource that is read.

import type { z } from 'zod';
import { valuePath } from '../field-path.ts';
import { isJsonDeeperThan } from '../json.ts';
import { type Finding, firstFindings, mostFindings } from './finding.ts';
import { issueFindings } from './issue-finding.ts';
import { type AcceptingOptions, limitedParse } from './limited-parse.ts';
import { unknownFields } from './unknown-field.ts';

/** A value of a type, or its validation errors: at least one, and at most {@link mostFindings}. */
export type Parsed<Value> = { readonly value: Value } | { readonly findings: readonly Finding[] };

/**
 * Parses a value that an author wrote. An unknown field is a finding, since the API server would drop it silently.
 *
 * @param path - the name of the value, such as `spec`, with which the paths of findings begin.
 * @example
 * const parsed = parse(z.object({ size: z.int32().max(5) }), { size: 9 }, 'spec');
 * // { findings: [{ path: 'spec.size', message: 'must be at most 5, and is 9' }] }
 * if ('value' in parsed) console.log(parsed.value.size);
 */
export function parse<Type extends z.core.$ZodType>(type: Type, value: unknown, path = ''): Parsed<z.output<Type>> {
  return parsedWithinStack(value, path, () => {
    const accepting: AcceptingOptions = new Map();
    const parsed = limitedParse(type, value, accepting);
    const unknown = unknownFields(type, value, path, accepting);
    const issues = parsed.success
      ? []
      : parsed.error.issues.filter((issue) => !isReportedUnknownField(issue, unknown, path));
    const findings = [...unknown, ...firstFindings(issues, (issue) => issueFindings(issue, path))];
    return parsed.success && findings.length === 0
      ? { value: parsed.data }
      : { findings: findings.slice(0, mostFindings) };
  });
}

/**
 * Parses a value that the API server stored. Unknown fields are dropped: a newer version of the operator may have
 * declared them.
 *
 * @param path - the name of the value, such as `spec`, with which the paths of findings begin.
 */
export function parseStored<Type extends z.core.$ZodType>(
  type: Type,
  value: unknown,
  path = '',
): Parsed<z.output<Type>> {
  return parsedWithinStack(value, path, () => {
    const parsed = limitedParse(type, value);
    if (parsed.success) return { value: parsed.data };
    const findings = firstFindings(parsed.error.issues, (issue) => issueFindings(issue, path));
    return { findings: findings.slice(0, mostFindings) };
  });
}

/** Far fewer levels than overflow the stack. */
const readableLevels = 100;

/** Returns the result of `parsed`, or the finding that the value has too many levels: zod recurses, and API servers accept 10,000. */
function parsedWithinStack<Value>(value: unknown, path: string, parsed: () => Parsed<Value>): Parsed<Value> {
  try {
    return parsed();
  } catch (error) {
    if (!(error instanceof RangeError) || !isJsonDeeperThan(readableLevels, value)) throw error;
    return { findings: [{ path, message: 'has more levels of objects and lists than can be read: nest fewer' }] };
  }
}

/**
 * Returns true if an issue is about unknown fields that are already findings: zod reports those of strict objects, too.
 */
function isReportedUnknownField(issue: z.core.$ZodIssue, unknown: readonly Finding[], path: string): boolean {
  if (issue.code !== 'unrecognized_keys') return false;
  if (unknown.length >= mostFindings) return true;
  const places = issue.keys.map((key) => valuePath(path, [...issue.path, key]));
  return places.every((place) => unknown.some((finding) => finding.path === place));
}
