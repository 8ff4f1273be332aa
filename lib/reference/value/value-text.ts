import { numberText } from '../../schema/structural/index.ts';

/** A JSON value as people write it: text without quotation marks, unless some of it couldn't be seen without them. */
export function valueText(value: unknown): string {
  if (typeof value === 'number') return numberText(value) ?? `about ${value}`;
  return typeof value === 'string' && /^\S(?:.*\S)?$/.test(value) ? value : JSON.stringify(value);
}
