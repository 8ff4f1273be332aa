import type { Observed } from '../callback/observed.ts';
import type { StoredObject } from '../object/kubernetes-object.ts';
import type { FollowedReference } from './kind-view.ts';

/** What the cached objects of a kind are found by, made by {@link index}. */
export interface Index<Reference extends FollowedReference = FollowedReference> {
  readonly of: Reference;
  /** The values under which an object is found; none if it isn't to be found. */
  readonly valuesOf: (object: StoredObject) => readonly string[];
}

/**
 * An index of a kind that a controller follows, for `live.indexed`. What it finds costs no search, however many there are.
 *
 * ```ts
 * const byNode = index(k8s.KubePod, (pod) => pod.spec?.nodeName);
 * // indexes: [byNode], and in a callback live.indexed(byNode, 'node-1')
 * ```
 *
 * @param of - as the controller follows it: the kind, or the same view of it.
 * @param valuesOf - pure. An object for which it throws, which is logged, isn't found.
 */
export function index<Reference extends FollowedReference>(
  of: Reference,
  valuesOf: (object: Observed<Reference>) => string | readonly string[] | undefined,
): Index<Reference> {
  return {
    of,
    valuesOf: (object) => {
      // Caches hold raw JSON of the kinds they follow: here it gets the type that the kind promises.
      const values = valuesOf(object as Observed<Reference>) ?? [];
      return typeof values === 'string' ? [values] : values;
    },
  };
}
