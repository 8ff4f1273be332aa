import { sortedJson } from '../notation/sorted-json.ts';

/** A value as text, the same for values that are equal. */
export function written(value: unknown): string {
  return JSON.stringify(sortedJson(value));
}
