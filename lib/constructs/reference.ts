import type { CustomResourceClass, KindReference, Resource } from '../api/index.ts';

/** A kind of objects that resources name in their specs, such as a ConfigMap with settings. */
export interface Reference<Api extends CustomResourceClass> {
  readonly kind: KindReference;
  /** The names that a resource refers to, in its own namespace if the kind has namespaces. Pure. */
  readonly names: (resource: Resource<Api>) => readonly string[];
}
