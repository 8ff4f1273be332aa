import type { CustomResourceClass, KindReference, Resource } from '../../api/index.ts';
import type { FieldSelector } from '../selector/field-selector.ts';
import type { LabelSelector } from '../selector/label-selector.ts';
import type { WhenNotServed } from './owned-kind.ts';

/** A kind of objects that resources name in their specs, such as a ConfigMap with settings. */
export interface Reference<Api extends CustomResourceClass> {
  /** The kind, seen wholly: what is referred to goes into what is rendered. */
  readonly kind: KindReference;
  /** The names that a resource refers to, in its own namespace if the kind has namespaces. Pure. */
  readonly names: (resource: Resource<Api>) => readonly string[];
  /** What is done where the API server doesn't serve the kind, so that none of its objects is seen. @default report */
  readonly whenNotServed?: WhenNotServed;
  /** Which objects can be referred to; the others are taken for absent. @default all */
  readonly labelSelector?: LabelSelector;
  /** The same by fields of the objects. @default all */
  readonly fieldSelector?: FieldSelector;
}
