import type { ApiObject } from 'cdk8s';
import type { Index } from '../kind/kind-index.ts';
import type { KindReference } from '../kind/kind-reference.ts';
import type { FollowedReference } from '../kind/kind-view.ts';
import type { PlusConstruct } from '../kind/plus-class.ts';
import type { StoredObject } from '../object/kubernetes-object.ts';
import type { Observed } from './observed.ts';

/**
 * What the cluster holds, as one pass sees it: raw JSON out of the caches, with the answers of this pass's own writes
 * before the caches have caught up.
 */
export interface Live {
  /** The observed object of a child construct; undefined while it doesn't exist. */
  (child: ApiObject | PlusConstruct): StoredObject | undefined;

  /**
   * The same, typed by the child's kind.
   *
   * @throws TypeError if the child is of another kind.
   */
  <Reference extends KindReference>(child: ApiObject | PlusConstruct, kind: Reference): Observed<Reference> | undefined;

  /**
   * The objects of a kind in the resource's namespace (everywhere for a cluster-scoped resource), sorted by name.
   *
   * Of a kind that the definition narrows by a selector, there are none but those that it selects.
   *
   * @param kind - as the definition names it: the kind, or the same view of it.
   * @throws UncachedKindError if the definition names the kind in none of `owns`, `watches` and `references`, or another
   * view of it.
   * @throws UnseenKindError if it isn't known what there is of the kind, or it isn't served and the definition doesn't
   * say to do without: none at all would look the same. Let it pass through: the conditions then say why, and the status
   * stays as it was.
   */
  list<Reference extends FollowedReference>(kind: Reference, selector?: LiveSelector): readonly Observed<Reference>[];

  /**
   * The objects under one value of an index, of those that {@link Live.list} gives.
   *
   * @throws UnknownIndexError if the index is none of the controller's `indexes`.
   * @throws UnseenKindError likewise.
   */
  indexed<Reference extends FollowedReference>(index: Index<Reference>, value: string): readonly Observed<Reference>[];
}

/**
 * The objects that a webhook looks up, out of the caches: those of the kinds in its `reads`, in the namespace of the object in
 * the request unless `reads` says `all`. A cache lags a little behind, and two requests may be answered at once: a lookup
 * finds most conflicts early, and can't exclude them.
 *
 * @throws UnseenKindError while the objects of the kind aren't listed yet: let it pass through, and the webhook's failure
 * policy decides.
 */
export type Lookup = Pick<Live, 'list' | 'indexed'>;

/** Which objects {@link Live.list} gives. */
export interface LiveSelector {
  /** Labels that all must be there with these values. @default no matter */
  readonly labels?: Readonly<Record<string, string>>;
}
