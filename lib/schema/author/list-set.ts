import { z } from 'zod';
import { withAnnotation } from '../annotation.ts';
import { valueText } from '../value/error-message.ts';
import { repetitionIssues } from './repetition.ts';

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
