import type { Kind, KubernetesObject, ObjectKey } from '../api/index.ts';

/** An object as rendered from a resource: named, placed and owned. */
export interface Child {
  readonly kind: Kind;
  readonly key: ObjectKey;
  readonly object: KubernetesObject;
}
