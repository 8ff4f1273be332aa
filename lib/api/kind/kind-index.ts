import type { Observed } from '../callback/observed.ts';
import type { StoredObject } from '../object/kubernetes-object.ts';
import type { CachedReference } from './kind-view.ts';

/** An index of a kind's cached objects, made by {@link index}. */
export interface Index<Reference extends CachedReference = CachedReference> {
  readonly of: Reference;
  /** Returns the values under which the index has an object; none for an object outside of the index. */
  readonly valuesOf: (object: StoredObject) => readonly string[];
}

/**
 * Returns an index of a kind that a controller or webhook caches, for `live.indexed`. A lookup costs no search,
 * regardless of the number of objects.
 *
 * @param of - the kind as the definition names it: the class, or the same view of it.
 * @param valuesOf - pure. If it throws for an object, the error is logged and the object isn't in the index.
 * @example
 * const byNode = index(k8s.KubePod, (pod) => pod.spec?.nodeName);
 * // indexes: [byNode], and in a callback live.indexed(byNode, 'node-1')
 */
export function index<Reference extends CachedReference>(
  of: Reference,
  valuesOf: (object: Observed<Reference>) => string | readonly string[] | undefined,
): Index<Reference> {
  return {
    of,
    valuesOf: (object) => {
      // Caches hold raw JSON of the kinds that they watch: here it gets the type that the kind promises.
      const values = valuesOf(object as Observed<Reference>) ?? [];
      return typeof values === 'string' ? [values] : values;
    },
  };
}
