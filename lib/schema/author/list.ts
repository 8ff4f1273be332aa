import { z } from 'zod';
import { withAnnotation } from '../annotation.ts';
import { repeatedJsonValues } from '../json-equality.ts';
import { itemKeyText, repeatedItem, valueText } from '../value/error-message.ts';
import { mostFindings } from '../value/finding.ts';

/**
 * The fields of an object that can be keys of a list: scalars that are always present. It is any string if the object's
 * fields are unknown.
 */
export type KeyField<Item extends z.ZodObject> = string extends keyof z.output<Item>
  ? string
  : {
      [Field in keyof z.output<Item>]: z.output<Item>[Field] extends string | number | boolean ? Field : never;
    }[keyof z.output<Item>] &
      string;

/**
 * Returns the type of a list whose items are identified by `keys`: several field managers can each own some of the items,
 * and no two items have the same keys.
 *
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#merge-strategy
 * @example const spec = z.object({ users: listMap(z.object({ name: z.string(), role: z.string() }), ['name']) });
 */
export function listMap<Item extends z.ZodObject>(
  item: Item,
  keys: readonly [KeyField<Item>, ...KeyField<Item>[]],
): z.ZodArray<Item> {
  return withAnnotation(
    z.array(item),
    { schema: { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': keys } },
    ({ value, issues }) => {
      const identities = value.map((item) => Object.fromEntries(keys.map((key) => [key, item[key]])));
      issues.push(...repetitionIssues(identities, itemKeyText));
    },
  );
}

/**
 * Returns the type of a list of unique values, of which several field managers can each own some. Items are scalars, or
 * lists and objects made {@link atomic}.
 *
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#merge-strategy
 * @example const spec = z.object({ extensions: listSet(z.string()).max(20) });
 */
export function listSet<Item extends z.ZodType>(item: Item): z.ZodArray<Item> {
  return withAnnotation(z.array(item), { schema: { 'x-kubernetes-list-type': 'set' } }, ({ value, issues }) => {
    issues.push(...repetitionIssues(value, valueText));
  });
}

/**
 * Returns an issue for each of the first values that repeat an earlier one. @param words - describes a value for the
 * message.
 */
function repetitionIssues<Value>(values: readonly Value[], words: (value: Value) => string): z.core.$ZodRawIssue[] {
  return [...repeatedJsonValues(values)].slice(0, mostFindings).map(({ value, index, first }) => {
    return { code: 'custom', path: [index], input: value, message: repeatedItem(first, words(value)) };
  });
}
