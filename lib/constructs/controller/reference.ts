import type { CustomResourceClass, FollowedReference, ResourceContext } from '../../api/index.ts';
import type { FieldSelector } from '../selector/field-selector.ts';
import type { LabelSelector } from '../selector/label-selector.ts';
import type { WhenNotServed } from './owned-kind.ts';

/** A kind of objects that resources name in their specs, such as a ConfigMap with settings. */
export interface Reference<Api extends CustomResourceClass> {
  /**
   * The kind, or a view of it: `metadataOf` and `partOf` keep less of each object. All objects of the kind are cached, also those that
   * no resource names: of a kind with large or secret content, such as Secret, name a view that keeps what is rendered.
   * A change of what a view doesn't keep renders again, too, because it changes the object's resource version.
   */
  readonly kind: FollowedReference;
  /** The names that a resource refers to, in its own namespace if the kind has namespaces. Pure. */
  readonly names: (context: ResourceContext<Api>) => readonly string[];
  /** What is done where the API server doesn't serve the kind, so that none of its objects is seen. @default report */
  readonly whenNotServed?: WhenNotServed;
  /** Which objects can be referred to; the others are taken for absent. @default all */
  readonly labelSelector?: LabelSelector;
  /** The same by fields of the objects. @default all */
  readonly fieldSelector?: FieldSelector;
}
