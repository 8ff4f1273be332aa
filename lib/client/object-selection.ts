import type { ObjectKey } from '../api/index.ts';
import type { Selection } from './client.ts';

/** Returns a selection of one object, for lists and watches that need only the rights `list` and `watch`. */
export function objectSelection({ namespace, name }: ObjectKey): Selection {
  return { namespace, fieldSelector: `metadata.name=${name}` };
}
