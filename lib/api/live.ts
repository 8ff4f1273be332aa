import type { ApiObject } from 'cdk8s';
import type { KindReference } from './kind-reference.ts';
import type { StoredObject } from './kubernetes-object.ts';
import type { Observed } from './observed.ts';

/**
 * What the cluster holds, as one pass sees it: raw JSON out of the caches, with the answers of this pass's own writes
 * before the caches have caught up.
 */
export interface Live {
  /** The observed object of a child construct; undefined while it doesn't exist. */
  (child: ApiObject): StoredObject | undefined;

  /**
   * The same, typed by the child's kind.
   *
   * @throws TypeError if the child is of another kind.
   */
  <Reference extends KindReference>(child: ApiObject, kind: Reference): Observed<Reference> | undefined;

  /**
   * The objects of a kind in the resource's namespace (everywhere for a cluster-scoped resource), sorted by name.
   *
   * @throws UncachedKindError if the definition names the kind in none of `owns`, `watches` and `references`.
   */
  list<Reference extends KindReference>(kind: Reference, selector?: LiveSelector): readonly Observed<Reference>[];
}

/** Which objects {@link Live.list} gives. */
export interface LiveSelector {
  /** Labels that all must be there with these values. @default no matter */
  readonly labels?: Readonly<Record<string, string>>;
}
