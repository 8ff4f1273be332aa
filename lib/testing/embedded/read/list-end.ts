import { isJsonObject, type JsonObject } from '../../../api/index.ts';
import { metadataFields } from '../object.ts';

/** Marks the bookmark that ends the initial list of a stream. */
export const endOfListAnnotation = 'k8s.io/initial-events-end';

/** Returns true for the object of the bookmark that ends a list. */
export function isEndOfList(object: JsonObject): boolean {
  const { annotations } = metadataFields(object);
  return isJsonObject(annotations) && annotations[endOfListAnnotation] === 'true';
}
