import { RE2JS, RE2JSException } from 're2js';

/** As many patterns are kept: those of an operator's schemas are fewer. */
const capacity = 1000;

/** Pattern → what it compiles to; undefined for what can't be compiled. */
const known = new Map<string, RE2JS | undefined>();

/** A pattern in Go's syntax, compiled, which matches in time linear in the text; undefined if it isn't a pattern. */
export function goExpression(pattern: string): RE2JS | undefined {
  if (known.has(pattern)) return known.get(pattern);
  if (known.size >= capacity) known.clear();
  const expression = compiled(pattern);
  known.set(pattern, expression);
  return expression;
}

function compiled(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}
