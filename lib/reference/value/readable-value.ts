import { numberText } from '../../schema/structural/index.ts';

/**
 * Formats a value of a schema for readers of a page: text without quotation marks, unless a part of it would be
 * invisible.
 */
export function readableValue(value: unknown): string {
  if (typeof value === 'number') return numberText(value) ?? `about ${value}`;
  return typeof value === 'string' && /^\S(?:.*\S)?$/.test(value) ? value : JSON.stringify(value);
}
