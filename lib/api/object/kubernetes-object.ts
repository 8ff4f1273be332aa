/**
 * Standard metadata of an object as the API server sends it: raw JSON, times as RFC 3339 text.
 *
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/object-meta/
 */
export interface ObjectMeta {
  readonly name: string;
  /** The prefix of the name that the API server made. */
  readonly generateName?: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly generation?: number;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: readonly OwnerReference[];
  readonly managedFields?: readonly ManagedFieldsEntry[];
}

/** A link from an object to its owner; the garbage collector follows it. */
export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

/**
 * The fields that one field manager last set.
 *
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/
 */
export interface ManagedFieldsEntry {
  readonly manager?: string;
  readonly operation?: 'Apply' | 'Update';
  readonly apiVersion?: string;
  readonly time?: string;
  readonly fieldsType?: string;
  readonly fieldsV1?: FieldsV1;
  readonly subresource?: string;
}

/** A tree of owned fields: `f:name`, `k:{…}` and `v:…` keys, a leaf is `{}`. */
export interface FieldsV1 {
  readonly [path: string]: FieldsV1;
}

/** Any object as raw JSON: its identity is typed, the rest is unknown until it is validated. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  readonly [field: string]: unknown;
}

/** An object that an API server stores: it has an identity and a version. */
export interface StoredObject extends KubernetesObject {
  readonly metadata: StoredObjectMeta;
}

/** {@link ObjectMeta} of an object that an API server stores. */
export interface StoredObjectMeta extends ObjectMeta {
  readonly uid: string;
  readonly resourceVersion: string;
  readonly creationTimestamp: string;
}
