// In: an object, and its next form. Out: the next form with its generation. Called by updates, patches and applies.

import { isSameJson, type JsonObject } from '../../../api/index.ts';
import { metadataFields, withMetadata } from '../../../built-in/index.ts';
import { fieldsIn, withFields } from '../../../schema/index.ts';
import type { ResourceType } from '../resource-type.ts';

/** Collection → the field of the metadata whose changes count. */
const countedMetadata: Readonly<Record<string, string>> = {
  'apps/deployments': 'annotations',
  'discovery.k8s.io/endpointslices': 'labels',
};

/** The collections whose objects keep their first generation. */
const uncounted: ReadonlySet<string> = new Set(['scheduling.k8s.io/priorityclasses']);

/**
 * Counts changes outside the metadata, and outside the status if it has an endpoint of its own.
 *
 * @param held - see {@link heldObject}.
 */
export function withGeneration(
  type: ResourceType,
  { live, object, held }: { readonly live: JsonObject; readonly object: JsonObject; readonly held: JsonObject },
): JsonObject {
  const { collection, strategy } = type;
  if (!strategy.hasGeneration || uncounted.has(collection)) return object;
  const bare = { metadata: undefined, ...(type.subresources.has('status') && { status: undefined }) };
  const field = countedMetadata[collection];
  const metadata = (one: JsonObject) => (field === undefined ? {} : fieldsIn(metadataFields(one)[field]));
  const isSame =
    isSameJson(withFields(live, bare), withFields(held, bare)) && isSameJson(metadata(live), metadata(object));
  if (isSame) return object;
  const { generation } = metadataFields(live);
  return withMetadata(object, { generation: (typeof generation === 'number' ? generation : 0) + 1 });
}
