import { z } from 'zod';
import { annotated } from '../annotation.ts';
import { valueText } from '../value/demand.ts';
import { repetitions } from './repetition.ts';

/**
 * The type of a list in which no value stands twice, and of which several appliers can each own some of the values.
 * Items are scalars, or lists and objects made {@link atomic}.
 *
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#merge-strategy
 */
export function listSet<Item extends z.ZodType>(item: Item): z.ZodArray<Item> {
  return annotated(z.array(item), { schema: { 'x-kubernetes-list-type': 'set' } }, ({ value, issues }) => {
    issues.push(...repetitions(value, valueText));
  });
}
