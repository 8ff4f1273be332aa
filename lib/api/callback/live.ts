import type { ApiObject } from 'cdk8s';
import type { PlusConstruct } from '../kind/cdk8s-plus-class.ts';
import type { DeclaredKind } from '../kind/declared-kind.ts';
import type { Index } from '../kind/kind-index.ts';
import type { KindReference } from '../kind/kind-reference.ts';
import type { CachedReference, KindView, metadataOf } from '../kind/kind-view.ts';
import type { StoredObject } from '../object/kubernetes-object.ts';
import type { Observed } from './observed.ts';

/**
 * The objects in the cluster, as one reconcile sees them: raw JSON from the caches, and this reconcile's own writes
 * before the caches have them.
 *
 * @typeParam Kinds - the declared kinds; only they compile.
 * @default any, for functions that several controllers share
 */
export interface Live<Kinds = CachedReference> extends LiveChild<Kinds>, Lookup<Kinds> {}

/**
 * The objects of kinds that a definition declares, from the caches. A webhook sees those of the kinds in its `reads`,
 * in the namespace of the object in the request unless `reads` says `all`. A cache lags a little behind, and two
 * requests may be answered at once: a webhook's lookup finds most conflicts early, and can't exclude them.
 *
 * @throws UnseenKindError while the kind isn't listed, or if it isn't served and the definition doesn't say `skip`: an
 *   empty list would be wrong. Don't catch the error. After a reconcile, the conditions report it and the status stays
 *   as it is; for a webhook, the failure policy decides.
 */
export interface Lookup<Kinds = CachedReference> {
  /**
   * Returns the objects of a kind in the resource's namespace, sorted by name; in all namespaces for a cluster-scoped
   * resource and for a source. If the definition has a selector for the kind, returns only the objects that it selects.
   *
   * @param kind - the kind as the definition names it: the class, or the same view of it.
   * @throws UncachedKindError if the definition doesn't name the kind, or names another view of it.
   */
  list<Reference extends CachedReference>(
    kind: Reference & DeclaredToRead<Reference, Kinds>,
    selector?: LiveSelector,
  ): readonly Observed<Reference>[];

  /**
   * Returns the objects under one value of an index, among those that {@link Lookup.list} returns.
   *
   * @throws UnknownIndexError if the index isn't one of the `indexes` of the definition.
   */
  indexed<Reference extends CachedReference>(
    index: Index<Reference> & DeclaredToRead<Reference, Kinds>,
    value: string,
  ): readonly Observed<Reference>[];
}

// Method syntax, because TypeScript compares only methods bivariantly. So a function for any kinds accepts the `live`
// of a controller.
interface ChildLookup<Kinds> {
  /** Returns the observed object of a child construct; undefined while it doesn't exist. */
  child(child: ApiObject | PlusConstruct): StoredObject | undefined;

  /**
   * Returns the same, typed by the child's kind.
   *
   * @throws TypeError if the child is of another kind.
   */
  child<Reference extends KindReference>(
    child: ApiObject | PlusConstruct,
    kind: Reference & DeclaredToRead<Reference, Kinds>,
  ): Observed<Reference> | undefined;
}

type LiveChild<Kinds> = ChildLookup<Kinds>['child'];

/** Metadata is part of every view, and so of every declared kind. */
type DeclaredToRead<Reference, Kinds> = DeclaredKind<
  Reference,
  Kinds | MetadataOf<Kinds>,
  'name this kind in `owns`, `watches` or `references`, or in `reads` of a webhook'
>;

type MetadataOf<Kinds> =
  Kinds extends KindView<infer Viewed>
    ? ReturnType<typeof metadataOf<Viewed>>
    : Kinds extends KindReference
      ? ReturnType<typeof metadataOf<Kinds>>
      : never;

/** Selects the objects that {@link Lookup.list} returns. */
export interface LiveSelector {
  /** Labels that an object must have, with these values. @default any */
  readonly labels?: Readonly<Record<string, string>>;
}
