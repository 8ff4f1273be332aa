import type { FollowedReference, ObjectKey, WatchContext } from '../../api/index.ts';
import type { FieldSelector } from '../selector/field-selector.ts';
import type { LabelSelector } from '../selector/label-selector.ts';
import type { WhenNotServed } from './owned-kind.ts';

/** A kind that a controller follows without owning its objects. */
export interface Watch<Reference extends FollowedReference = FollowedReference> {
  /** The kind, or a view of it: `metadataOf` and `partOf` keep less of each object. */
  readonly kind: Reference;
  /** The resources that an object concerns. Pure; called for every change, with the object before and with the object after it. */
  readonly map: (context: WatchContext<Reference>) => readonly ObjectKey[];
  /** What is done where the API server doesn't serve the kind and a callback asks for its objects. @default report */
  readonly whenNotServed?: WhenNotServed;
  /** Which objects are followed. One that comes to match is new, and one that no longer does is gone. @default all */
  readonly labelSelector?: LabelSelector;
  /** The same by fields of the objects. @default all */
  readonly fieldSelector?: FieldSelector;
}

/**
 * Watches the objects whose label names a resource: of their own namespace, or a cluster-scoped one. The API server sends
 * no object without the label, so the others cost neither memory nor requests.
 *
 * @param label - the key of a label whose value is the name of the resource.
 * @example watches: [byLabel(k8s.KubePod, 'memcached_cr')]
 */
export function byLabel<Reference extends FollowedReference>(kind: Reference, label: string): Watch<Reference> {
  return {
    kind,
    labelSelector: { matchExpressions: [{ key: label, operator: 'Exists' }] },
    map: ({ object }) => {
      const { namespace, labels = {} } = object.metadata;
      const name = Object.hasOwn(labels, label) ? labels[label] : undefined;
      return name === undefined ? [] : [{ namespace, name }];
    },
  };
}
