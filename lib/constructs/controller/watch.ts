import type { FollowedReference, ObjectKey, Observed } from '../../api/index.ts';
import type { FieldSelector } from '../selector/field-selector.ts';
import type { LabelSelector } from '../selector/label-selector.ts';
import type { WhenNotServed } from './owned-kind.ts';

/** A kind that a controller follows without owning its objects. */
export interface Watch<Reference extends FollowedReference = FollowedReference> {
  /** The kind, or a view of it: `metadataOf` and `partOf` keep less of each object. */
  readonly kind: Reference;
  /** The resources that an object concerns. Pure; called for every change with the object before and after it. */
  readonly map: (object: Observed<Reference>) => readonly ObjectKey[];
  /** What is done where the API server doesn't serve the kind and a callback asks for its objects. @default report */
  readonly whenNotServed?: WhenNotServed;
  /** Which objects are followed. One that comes to match is new, and one that no longer does is gone. @default all */
  readonly labelSelector?: LabelSelector;
  /** The same by fields of the objects. @default all */
  readonly fieldSelector?: FieldSelector;
}
