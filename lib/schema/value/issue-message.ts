// In: a zod issue. Out: the message for the author of the value. Called by zod, for issues for which the type doesn't
// define a message.

import type { z } from 'zod';
import { wrappedZodType, zodChecks, zodDefinition } from '../zod-definition.ts';
import {
  type Bound,
  valueText,
  wrongChoice,
  wrongCount,
  wrongFormat,
  wrongNumber,
  wrongPattern,
  wrongType,
  wrongValue,
} from './error-message.ts';
import { firstFindings, formatFindings } from './finding.ts';
import { issueFindings } from './issue-finding.ts';
import type { Unit } from './word-list.ts';

type Issue<Code extends z.core.$ZodIssueCode> = Extract<z.core.$ZodRawIssue, { readonly code: Code }>;

/** Returns the message of an issue. Values of third-party schemas get the same messages: see `keyword-finding.ts`. */
export function issueMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeIssueMessage(issue);
    case 'invalid_value':
      return wrongChoice(issue.values, issue.input);
    case 'too_big':
      return sizeIssueMessage(
        issue,
        issue.exact ? 'exactly' : issue.inclusive ? 'at most' : 'less than',
        issue.maximum,
      );
    case 'too_small':
      return sizeIssueMessage(
        issue,
        issue.exact ? 'exactly' : issue.inclusive ? 'at least' : 'more than',
        issue.minimum,
      );
    case 'not_multiple_of':
      return wrongValue(`a multiple of ${issue.divisor}`, issue.input);
    case 'invalid_format':
      return formatIssueMessage(issue);
    case 'invalid_union':
      return unionIssueMessage(issue);
    case 'unrecognized_keys':
      return 'unknown field';
    case 'invalid_key':
      return `the key ${innerIssueMessage(issue.issues)}`;
    case 'invalid_element':
      return `an entry ${innerIssueMessage(issue.issues)}`;
    case 'custom':
      return `is not valid: ${valueText(issue.input)}`;
  }
}

function typeIssueMessage({ expected, input, schema }: Issue<'invalid_type'>): string {
  if (expected === 'nonoptional') return 'is required';
  if (expected === 'never' || expected === 'undefined' || expected === 'void') return 'must not be set';
  return wrongType([expectedTypeName(expected, schema)], input);
}

/** Returns the expected type. For an integer, zod expects `number` here and reports fractions in a later check. */
function expectedTypeName(expected: string, type: z.core.$ZodType | undefined): string {
  const inner = type && wrappedZodType(type);
  if (inner !== undefined) return expectedTypeName(expected, inner);
  if (expected !== 'number' || type === undefined) return expected;
  const isInteger = zodChecks(type).some(
    (check) => check.check === 'number_format' && !check.format.startsWith('float'),
  );
  return isInteger ? 'int' : expected;
}

const units: Readonly<Record<string, Unit>> = {
  array: 'items',
  file: 'bytes',
  map: 'entries',
  set: 'items',
  string: 'characters',
};

function sizeIssueMessage(
  { origin, input }: Issue<'too_big' | 'too_small'>,
  bound: Bound,
  limit: number | bigint,
): string {
  const unit = units[origin];
  return unit === undefined ? wrongNumber(bound, limit, input) : wrongCount(bound, limit, unit, measuredSize(input));
}

/** Returns the size of a value; of texts in characters, as API servers count. */
function measuredSize(value: unknown): number {
  if (typeof value === 'string') return [...value].length;
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null && 'size' in value ? Number(value.size) : 0;
}

function formatIssueMessage({ format, pattern, input, ...rest }: Issue<'invalid_format'>): string {
  switch (format) {
    case 'starts_with':
      return `must start with ${valueText(rest.prefix)}, and is ${valueText(input)}`;
    case 'ends_with':
      return `must end with ${valueText(rest.suffix)}, and is ${valueText(input)}`;
    case 'includes':
      return `must contain ${valueText(rest.includes)}, and is ${valueText(input)}`;
    case 'regex':
    case 'template_literal':
      return wrongPattern(patternWithoutSlashes(pattern ?? ''), input);
    default:
      return wrongFormat(format, input);
  }
}

/** Returns a pattern without JavaScript's enclosing slashes; unchanged if flags follow them. */
function patternWithoutSlashes(pattern: string): string {
  const [, source] = /^\/(.*)\/$/s.exec(pattern) ?? [];
  return source?.replaceAll('\\/', '/') ?? pattern;
}

function unionIssueMessage(issue: Issue<'invalid_union'>): string {
  const { errors, input, discriminator, options, schema } = issue;
  if (discriminator !== undefined && Array.isArray(options)) {
    const marker: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, discriminator) : undefined;
    return marker === undefined ? 'is required' : wrongChoice(options, marker);
  }
  if (issue.inclusive === false) return `must fit one of its forms, and fits ${issue.matches.length}`;
  // An error of an option of the value's own type is more specific than those of the other options.
  const near = errors.filter((issues) => !issues.every(isIssueAboutWhole));
  if (near.length > 0) return [...new Set(near.map(innerIssueMessage))].join(', or ');
  const choices = errors.flat().map((inner) => (inner.code === 'invalid_value' ? inner.values : undefined));
  if (choices.every((values) => values !== undefined)) return wrongChoice(choices.flat(), input);
  const wanted = errors.flatMap((issues, index) =>
    issues.flatMap((inner) => typesWantedByUnion(inner, unionOption(schema, index))),
  );
  return wrongType(wanted, input);
}

/** Returns true if an issue rejects a value as a whole. */
function isIssueAboutWhole({ code, path }: z.core.$ZodIssue): boolean {
  return path.length === 0 && (code === 'invalid_type' || code === 'invalid_value');
}

function typesWantedByUnion(issue: z.core.$ZodIssue, option: z.core.$ZodType | undefined): string[] {
  if (issue.code === 'invalid_value') return issue.values.map(valueText);
  return issue.code === 'invalid_type' ? [expectedTypeName(issue.expected, option)] : [];
}

function unionOption(union: z.core.$ZodType | undefined, index: number): z.core.$ZodType | undefined {
  const def = union && zodDefinition(union);
  return def?.type === 'union' ? def.options[index] : undefined;
}

function innerIssueMessage(issues: readonly z.core.$ZodIssue[]): string {
  return formatFindings(firstFindings(issues, (issue) => issueFindings(issue, '')));
}
