// In: the JSON of stored objects. Out: typed objects. Only this file trusts the embedded cluster, and cdk8s, for their form.

import type { ApiObject } from 'cdk8s';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KindReference,
  type KubernetesObject,
  type Observed,
  type StoredObject,
} from '../../api/index.ts';
import { isJsonList } from '../../schema/index.ts';

/** Returns a stored object. */
export function typedObject(object: JsonObject): StoredObject {
  return object as JsonObject & StoredObject;
}

/** Returns the objects of a kind with the types of that kind. */
export function observedObjects<Reference extends KindReference>(
  objects: readonly StoredObject[],
): readonly Observed<Reference>[] {
  return objects as readonly Observed<Reference>[];
}

/** Returns an object in which names are replaced wherever a field has one: name → its replacement. */
export function withReplacedTexts(object: StoredObject, names: ReadonlyMap<string, string>): StoredObject {
  const replaced = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') return names.get(value) ?? value;
    if (isJsonList(value)) return value.map(replaced);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, replaced(field)]));
  };
  // The same object with other texts.
  return replaced(jsonObject(object)) as JsonObject & StoredObject;
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
export function constructManifest(construct: ApiObject): KubernetesObject {
  return construct.toJson() as KubernetesObject;
}
