import type { Place } from '../content/index.ts';

/**
 * Returns true if a value has another type than text or list. The rules about types report it, so other rules skip it.
 */
export function isValueMistyped({ value, text, isAbsent }: Place, type: 'text' | 'list' = 'text'): boolean {
  return !isAbsent && (type === 'list' ? !Array.isArray(value) : text === undefined);
}
