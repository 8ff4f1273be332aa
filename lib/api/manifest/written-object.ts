import type { ApiObject } from 'cdk8s';

/** Returns the manifest of an object in a chart, with Lazy values resolved; or a sentence if it can't be written. */
export function writtenObject(object: ApiObject): unknown {
  try {
    return object.toJson();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
