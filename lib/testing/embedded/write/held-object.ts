// In: a decoded object, and the client's JSON. Out: the object as the API server's process holds it until it stores it,
// with empty lists and maps. Called by updates, patches and applies.

import { isJsonObject, type JsonObject, type JsonValue } from '../../../api/index.ts';
import type { SchemaNode } from '../../../built-in/index.ts';
import { fieldsIn, isJsonList, withFields } from '../../../schema/index.ts';
import type { ResourceType } from '../resource-type.ts';

/**
 * The collections whose updates are compared with Go's reflect.DeepEqual: a written empty list or map differs from an absent one.
 * The storage drops empty ones. Others are compared with apiequality.Semantic, for which both are equal.
 */
const comparedDeeply: ReadonlySet<string> = new Set([
  '/configmaps',
  '/secrets',
  'admissionregistration.k8s.io/mutatingwebhookconfigurations',
  'admissionregistration.k8s.io/validatingwebhookconfigurations',
  'networking.k8s.io/networkpolicies',
  'storage.k8s.io/volumeattributesclasses',
]);

/**
 * Returns an object with the empty lists and maps that the client wrote, if those count as changes.
 *
 * @param written - returns the object before it was decoded.
 */
export function heldObject(
  { collection, schema }: ResourceType,
  object: JsonObject,
  written: () => JsonObject,
): JsonObject {
  if (!comparedDeeply.has(collection)) return object;
  const { metadata, ...held } = fieldsIn(withEmpty(schema, object, withFields(written(), { metadata: undefined })));
  return object.metadata === undefined ? held : { ...held, metadata: object.metadata };
}

function withEmpty(schema: SchemaNode, decoded: JsonValue, written: JsonValue): JsonValue {
  const { items } = schema;
  if (isJsonList(decoded)) {
    const list = isJsonList(written) ? written : [];
    return items === undefined ? decoded : decoded.map((item, index) => withEmpty(items, item, list[index] ?? null));
  }
  if (!isJsonObject(decoded) || !isJsonObject(written)) return decoded;
  const held = Object.entries(written).flatMap(([name, value]): [string, JsonValue][] => {
    const [inner, field] = [schema.field(name), decoded[name]];
    if (inner === undefined) return [];
    if (field !== undefined) return [[name, withEmpty(inner, field, value)]];
    const isEmpty = isJsonList(value) ? value.length === 0 : inner.isMap && isEmptyObject(value);
    return isEmpty ? [[name, value]] : [];
  });
  return { ...decoded, ...Object.fromEntries(held) };
}

function isEmptyObject(value: JsonValue): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}
