import { sortedJson } from '../notation/sorted-json.ts';

/** Returns a value as text, equal for equal values. */
export function written(value: unknown): string {
  return JSON.stringify(sortedJson(value));
}
