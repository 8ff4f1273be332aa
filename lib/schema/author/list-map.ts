import { z } from 'zod';
import { withAnnotation } from '../annotation.ts';
import { itemKeyText } from '../value/error-message.ts';
import { repetitionIssues } from './repetition.ts';

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
