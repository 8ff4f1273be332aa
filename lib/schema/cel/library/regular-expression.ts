import { RE2JS } from 're2js';
import { UnevaluableError } from '../evaluation-error.ts';
import type { Library } from '../overload.ts';
import { CelList } from '../value.ts';

const compiled = new Map<string, RE2JS>();

/** The syntax is Go's, from which JavaScript's own differs. */
function pattern(text: string): RE2JS {
  const known = compiled.get(text);
  if (known !== undefined) return known;
  try {
    const made = RE2JS.compile(text);
    compiled.set(text, made);
    return made;
  } catch (error) {
    throw new UnevaluableError(`'${text}' is no regular expression: the API server refuses it`, { cause: error });
  }
}

/** Whether no API server takes a text for a regular expression. Which names Unicode has for letters, it knows itself. */
export function isNoPattern(text: string): boolean {
  if (/\\p/i.test(text)) return false;
  try {
    pattern(text);
    return false;
  } catch (error) {
    if (error instanceof UnevaluableError) return true;
    throw error;
  }
}

/** The first `count` matches; all of them for a negative count. */
function allMatches(text: string, expression: string, count: bigint): CelList {
  const matcher = pattern(expression).matcher(text);
  const found: string[] = [];
  while ((count < 0n || found.length < count) && matcher.find()) found.push(matcher.group() ?? '');
  return new CelList(found);
}

/** Regular expressions in RE2's syntax, unanchored. */
export const regularExpressions: Library = {
  'string.matches(string): bool': (text: string, expression: string) => pattern(expression).matcher(text).find(),
  'matches(string, string): bool': (text: string, expression: string) => pattern(expression).matcher(text).find(),
  'string.find(string): string': (text: string, expression: string) => {
    const matcher = pattern(expression).matcher(text);
    return matcher.find() ? (matcher.group() ?? '') : '';
  },
  'string.findAll(string): list<string>': (text: string, expression: string) => allMatches(text, expression, -1n),
  'string.findAll(string, int): list<string>': allMatches,
};
