import type { CachedReference, ObjectKey, WatchContext } from '../../api/index.ts';
import type { FieldSelector } from '../selector/field-selector.ts';
import type { LabelSelector } from '../selector/label-selector.ts';
import type { WhenNotServed } from './owned-kind.ts';

/** A kind that a controller watches without owning its objects. */
export interface Watch<Reference extends CachedReference = CachedReference> {
  /** The kind, or a view of it: `metadataOf` and `partOf` keep less of each object. */
  readonly kind: Reference;
  /**
   * Returns the resources to reconcile when an object changes. Pure; called for each change with the object before it
   * and with the object after it.
   */
  readonly map: (context: WatchContext<Reference>) => readonly ObjectKey[];
  /** The reaction if the API server doesn't serve the kind and a callback reads its objects. @default report */
  readonly whenNotServed?: WhenNotServed;
  /**
   * Selects the objects that are watched. An object that begins to match counts as created, one that ceases to match as
   * deleted.
   *
   * @default all
   */
  readonly labelSelector?: LabelSelector;
  /** Selects the objects by their fields, in addition. @default all */
  readonly fieldSelector?: FieldSelector;
}

/**
 * Watches the objects with a label whose value names a resource: one in the object's namespace, or a cluster-scoped
 * one. The API server sends no objects without the label, so these cost neither memory nor requests.
 *
 * @param label - the key of a label whose value is the name of the resource.
 * @example
 * new Controller(this, 'Controller', {
 *   for: Memcached,
 *   watches: [byLabel(k8s.KubePod, 'memcached_cr')],
 *   render: (scope, { metadata, spec }) => new MemcachedServer(scope, 'Server', { name: metadata.name, ...spec }),
 * });
 */
export function byLabel<Reference extends CachedReference>(kind: Reference, label: string): Watch<Reference> {
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
