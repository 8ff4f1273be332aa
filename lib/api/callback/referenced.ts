import type { KindReference } from '../kind/kind-reference.ts';
import type { Observed } from './observed.ts';

/**
 * The objects that a resource refers to, as one pass sees them in its caches: given a kind and a name, the object of that
 * name in the resource's own namespace, or the cluster-scoped one. Undefined while it doesn't exist, and where no cluster
 * is asked, as at synth.
 *
 * @throws UncachedKindError if the definition doesn't name the kind in `references`.
 * @throws TypeError if the reference's `names` doesn't give the name, so that changes of the object would go by unseen.
 */
export type Referenced = <Reference extends KindReference>(
  kind: Reference,
  name: string,
) => Observed<Reference> | undefined;
