import { RE2JS, RE2JSException } from 're2js';

/** The number of cached patterns, more than the schemas of one operator have. */
const capacity = 1000;

/** Cache: pattern → compiled expression; undefined if the pattern can't be compiled. */
const known = new Map<string, RE2JS | undefined>();

/**
 * Returns a compiled pattern in Go's syntax, which matches in time linear in the text; undefined if the pattern isn't
 * valid.
 */
export function goExpression(pattern: string): RE2JS | undefined {
  if (known.has(pattern)) return known.get(pattern);
  if (known.size >= capacity) known.clear();
  const expression = compiledGoPattern(pattern);
  known.set(pattern, expression);
  return expression;
}

function compiledGoPattern(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}

/** Returns true if a text contains a match of a pattern in Go's syntax. An invalid pattern matches every text. */
export function matchesGoPattern(pattern: string, text: string): boolean {
  return goExpression(pattern)?.test(text) ?? true;
}
