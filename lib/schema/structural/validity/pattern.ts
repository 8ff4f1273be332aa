import { RE2JS, RE2JSException } from 're2js';

/** Compiled patterns; undefined for what can't be. */
const known = new Map<string, RE2JS | undefined>();

/** Whether a text matches a pattern in Go's syntax, anywhere in it. Every text does if the pattern is none. */
export function matches(pattern: string, text: string): boolean {
  if (!known.has(pattern)) known.set(pattern, compiled(pattern));
  return known.get(pattern)?.matcher(text).find() ?? true;
}

function compiled(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}
