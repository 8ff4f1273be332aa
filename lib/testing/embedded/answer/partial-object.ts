import type { JsonObject } from '../../../api/index.ts';
import { metadataFields } from '../object.ts';

/** Returns an object's metadata as an object of its own kind. */
export function partialObject(object: JsonObject, apiVersion: string): JsonObject {
  return { kind: 'PartialObjectMetadata', apiVersion, metadata: metadataFields(object) };
}
