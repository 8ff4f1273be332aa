import { RE2JS, RE2JSException } from 're2js';
import { BoundedMap, getOrMake } from './bounded-map.ts';

/** Pattern → its compiled form; null if it isn't valid. The schemas of one operator have fewer. */
const known = new BoundedMap<string, RE2JS | null>(1000);

/**
 * Returns a compiled pattern in Go's syntax, which matches in time linear in the text, from a cache for the patterns of
 * schemas; undefined if it isn't valid.
 */
export function cachedGoPattern(pattern: string): RE2JS | undefined {
  return getOrMake(known, pattern, () => compiledGoPattern(pattern)) ?? undefined;
}

/** Compiles a pattern in Go's syntax; null if it isn't valid. */
export function compiledGoPattern(pattern: string): RE2JS | null {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSException) return null;
    throw error;
  }
}

/** Returns true if a text contains a match of a pattern in Go's syntax. An invalid pattern matches every text. */
export function matchesGoPattern(pattern: string, text: string): boolean {
  return cachedGoPattern(pattern)?.test(text) ?? true;
}
