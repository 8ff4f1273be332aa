import { isJsonObject } from '../../schema/index.ts';

/** Sorts the keys of all maps in a value, so that equal values give equal text. */
export function sortedJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedJson);
  if (!isJsonObject(value)) return value;
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields.map(([name, inner]) => [name, sortedJson(inner)]));
}
