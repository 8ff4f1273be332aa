// In: an object, and its next form. Out: the next form with its generation. Called by updates, patches and applies.

import { isJsonObject, isSameJson, type JsonObject, type JsonValue } from '../../../api/index.ts';
import { metadataFields, type SchemaNode, withMetadata } from '../../../built-in/index.ts';
import { fieldsIn, isJsonList, withFields } from '../../../schema/index.ts';
import type { ResourceType } from '../resource-type.ts';

/** Collection → the field of the metadata whose changes count. */
const countedMetadata: Readonly<Record<string, string>> = {
  'apps/deployments': 'annotations',
  'discovery.k8s.io/endpointslices': 'labels',
};

/** The collections whose objects keep their first generation. */
const uncounted: ReadonlySet<string> = new Set(['scheduling.k8s.io/priorityclasses']);

/**
 * The collections whose strategies compare with Go's reflect.DeepEqual: a written empty list or map differs from an absent one,
 * which is what the storage makes of it. The others compare with apiequality.Semantic.
 */
const emptyDiffers: ReadonlySet<string> = new Set([
  'admissionregistration.k8s.io/mutatingwebhookconfigurations',
  'admissionregistration.k8s.io/validatingwebhookconfigurations',
  'networking.k8s.io/networkpolicies',
]);

/**
 * Counts changes outside the metadata, and outside the status if it has an endpoint of its own.
 *
 * @param written - returns the object as the client wrote it, before it was decoded.
 */
export function withGeneration(
  type: ResourceType,
  {
    live,
    object,
    written,
  }: { readonly live: JsonObject; readonly object: JsonObject; readonly written: () => JsonObject },
): JsonObject {
  const { collection, strategy, schema } = type;
  if (!strategy.hasGeneration || uncounted.has(collection)) return object;
  const bare = { metadata: undefined, ...(type.subresources.has('status') && { status: undefined }) };
  const counted = fieldsIn(withFields(object, bare));
  const field = countedMetadata[collection];
  const metadata = (one: JsonObject) => (field === undefined ? {} : fieldsIn(metadataFields(one)[field]));
  const isSame =
    isSameJson(withFields(live, bare), counted) &&
    isSameJson(metadata(live), metadata(object)) &&
    !(emptyDiffers.has(collection) && hasEmpty(schema, withFields(written(), bare), counted));
  if (isSame) return object;
  const { generation } = metadataFields(live);
  return withMetadata(object, { generation: (typeof generation === 'number' ? generation : 0) + 1 });
}

/** Returns true if a written value has an empty list or map that the decoded one lacks. */
function hasEmpty(schema: SchemaNode, written: JsonValue, decoded: JsonValue): boolean {
  const { items } = schema;
  if (isJsonList(written)) {
    const list = isJsonList(decoded) ? decoded : [];
    return items !== undefined && written.some((item, index) => hasEmpty(items, item, list[index] ?? null));
  }
  if (!isJsonObject(written)) return false;
  const fields = fieldsIn(decoded);
  return Object.entries(written).some(([name, value]) => {
    const inner = schema.field(name);
    if (inner === undefined) return false;
    const isEmpty = isJsonList(value)
      ? value.length === 0
      : inner.isMap && isJsonObject(value) && Object.keys(value).length === 0;
    return isEmpty ? fields[name] === undefined : hasEmpty(inner, value, fields[name] ?? null);
  });
}
