import type { DeclaredKind } from '../kind/declared-kind.ts';
import type { Index } from '../kind/kind-index.ts';
import type { CachedReference } from '../kind/kind-view.ts';
import type { ObjectKey } from '../object/object-key.ts';
import type { Observed } from './observed.ts';

/**
 * The objects that a resource refers to, as one reconcile sees them in its caches.
 *
 * @typeParam Kinds - the kinds in `references`; only they compile.
 * @default any, for functions that several controllers share
 * @throws UncachedKindError if the definition doesn't name the kind in `references`, or names another view of it.
 */
export interface References<Kinds = CachedReference> extends ReferencedObject<Kinds> {
  /**
   * Returns all objects of a kind that the resource refers to, by name or by selection, each once. Sorted by namespace and
   * name; none at synth.
   */
  list<Reference extends CachedReference>(
    kind: Reference & DeclaredReference<Reference, Kinds>,
  ): readonly Observed<Reference>[];
}

// Method syntax, because TypeScript compares only methods bivariantly. So a function for any kinds accepts the
// `references` of a controller.
interface ReferenceLookup<Kinds> {
  /**
   * Returns one object by its name, in the resource's own namespace or cluster-scoped, or by its key. Undefined while
   * it doesn't exist, and if there is no cluster, as at synth.
   *
   * @throws TypeError if the reference's `names` doesn't return the name, so that the operator would miss changes of
   *   the object.
   */
  object<Reference extends CachedReference>(
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
   * The namespaces of the objects. For namespaces beyond the resource's own, the reference's `allowedNamespaces` must
   * allow them.
   *
   * @default the resource's own namespace; all for a cluster-scoped resource
   */
  readonly namespaces?: readonly string[] | 'all';
}

interface LabelledObjects {
  /** Labels that an object must have, with these values. @default any */
  readonly labels?: Readonly<Record<string, string>>;
  readonly index?: never;
  readonly value?: never;
}

interface IndexedObjects {
  /** One of the controller's `indexes`, for the reference's kind. */
  readonly index: Index;
  /** The value of the index that selects the objects. */
  readonly value: string;
  readonly labels?: never;
}

/** The references of a resource if there is no cluster: no objects. */
export const noReferences: References = Object.assign(() => undefined, { list: () => [] });
