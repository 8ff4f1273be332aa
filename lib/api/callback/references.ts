import type { DeclaredKind } from '../kind/declared-kind.ts';
import type { Index } from '../kind/kind-index.ts';
import type { FollowedReference } from '../kind/kind-view.ts';
import type { ObjectKey } from '../object/object-key.ts';
import type { Observed } from './observed.ts';

/**
 * The objects that a resource refers to, as one reconcile sees them in its caches.
 *
 * @typeParam Kinds - those in `references`; only they compile. @default any, for functions that several controllers share
 * @throws UncachedKindError if the definition doesn't name the kind in `references`, or names another view of it.
 */
export interface References<Kinds = FollowedReference> extends ReferencedObject<Kinds> {
  /**
   * Returns all objects of a kind that the resource refers to, by name or by selection, each once. Sorted by namespace and
   * name; none at synth.
   */
  list<Reference extends FollowedReference>(
    kind: Reference & DeclaredReference<Reference, Kinds>,
  ): readonly Observed<Reference>[];
}

// Method syntax, because only methods are compared so that a function for any kinds takes the `references` of a controller.
interface ReferenceLookup<Kinds> {
  /**
   * Returns one object by its name, in the resource's own namespace or cluster-scoped, or by its key. Undefined while it
   * doesn't exist, and where no cluster is asked, as at synth.
   *
   * @throws TypeError if the reference's `names` doesn't give the name, so that changes of the object would go by unseen.
   */
  object<Reference extends FollowedReference>(
    kind: Reference & DeclaredReference<Reference, Kinds>,
    name: string | ObjectKey,
  ): Observed<Reference> | undefined;
}

type ReferencedObject<Kinds> = ReferenceLookup<Kinds>['object'];

type DeclaredReference<Reference, Kinds> = DeclaredKind<Reference, Kinds, 'name this kind in `references`'>;

/** Objects that a resource refers to without naming them: those with some labels, or those under one value of an index. */
export type ObjectSelection = SelectedNamespaces & (LabelledObjects | IndexedObjects);

interface SelectedNamespaces {
  /**
   * Where the objects are. Beyond the resource's own namespace, the reference's `allowedNamespaces` must allow it.
   * @default the resource's own namespace; all for a cluster-scoped resource
   */
  readonly namespaces?: readonly string[] | 'all';
}

interface LabelledObjects {
  /** Labels that all must be there with these values. @default any */
  readonly labels?: Readonly<Record<string, string>>;
  readonly index?: never;
  readonly value?: never;
}

interface IndexedObjects {
  /** One of the controller's `indexes`, of the reference's kind. */
  readonly index: Index;
  /** The value under which the index has the objects. */
  readonly value: string;
  readonly labels?: never;
}

/** The references of a resource where no cluster is asked. */
export const noReferences: References = Object.assign(() => undefined, { list: () => [] });
