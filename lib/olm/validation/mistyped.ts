import type { Place } from '../content/index.ts';

/**
 * Whether something else is there than text, or than a list: what the rules about types tell of. Whoever asks for more
 * than the type has nothing to add.
 */
export function isMistyped({ value, text, isAbsent }: Place, type: 'text' | 'list' = 'text'): boolean {
  return !isAbsent && (type === 'list' ? !Array.isArray(value) : text === undefined);
}
