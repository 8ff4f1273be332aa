import { isJsonObject } from '../../schema/index.ts';

/** A value with the keys of its maps in alphabetical order, however they were written: equal values are equal texts. */
export function sortedJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedJson);
  if (!isJsonObject(value)) return value;
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields.map(([name, inner]) => [name, sortedJson(inner)]));
}
