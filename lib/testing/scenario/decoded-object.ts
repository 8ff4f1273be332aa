// In: the JSON of stored objects. Out: typed objects. Only this file trusts the embedded cluster, and cdk8s, for their form.

import type { ApiObject } from 'cdk8s';
import type {
  JsonObject,
  JsonValue,
  KindReference,
  KubernetesObject,
  Observed,
  StoredObject,
} from '../../api/index.ts';

/** Returns a stored object. */
export function typedObject(object: JsonObject): StoredObject {
  return object as JsonObject & StoredObject;
}

/** Returns the objects of a kind with the types of that kind. */
export function observedObjects<Reference extends KindReference>(
  objects: readonly StoredObject[],
  _: Reference,
): readonly Observed<Reference>[] {
  return objects as readonly Observed<Reference>[];
}

/** Returns an object as JSON. */
export function jsonObject(object: Readonly<Record<string, unknown>>): JsonObject {
  return object as JsonObject;
}

/** Returns a JSON value that has the form of an object of Kubernetes. */
export function kubernetesObject(value: JsonValue): KubernetesObject {
  return value as JsonObject & KubernetesObject;
}

/** Returns the manifest of a construct. */
export function manifest(construct: ApiObject): KubernetesObject {
  return construct.toJson() as KubernetesObject;
}
