import type { ObjectKey } from '../api/index.ts';
import type { Selection } from './client.ts';

/** Selects one object among those of its kind: lists and watches find it with no further right than their own. */
export function objectSelection({ namespace, name }: ObjectKey): Selection {
  return { namespace, fieldSelector: `metadata.name=${name}` };
}
