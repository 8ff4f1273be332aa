import type { FollowedReference } from '../kind/kind-view.ts';
import type { Observed } from './observed.ts';

/**
 * The objects that a resource refers to, as one pass sees them in its caches: given a kind, or the view of it that the
 * definition names, and a name, the object of that name in the resource's own namespace, or the cluster-scoped one. Undefined while it doesn't exist, and where no cluster
 * is asked, as at synth.
 *
 * @throws UncachedKindError if the definition doesn't name the kind in `references`, or names another view of it.
 * @throws TypeError if the reference's `names` doesn't give the name, so that changes of the object would go by unseen.
 */
export type References = <Reference extends FollowedReference>(
  kind: Reference,
  name: string,
) => Observed<Reference> | undefined;
