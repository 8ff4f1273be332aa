import type { KindReference } from '../api/index.ts';

/** What is done about a child whose change the API server refuses because the field can't be changed. */
export type WhenImmutable =
  /** Say so in the conditions, and leave the child as it is. */
  | 'report'
  /** Delete it with everything that it owns, and make it anew. A StatefulSet that takes the volume claims of its pods with it stays. */
  | 'recreate'
  /**
   * Delete it alone, and make it anew around what it owned. Of a StatefulSet, the volume claims of its pods are given
   * the wanted size first; pods and data stay, and a finalizer holds the resource until the pods belong to somebody again.
   */
  | 'orphan-and-recreate';

/** A kind of children, with what becomes of one that can't be changed. */
export interface OwnedKind {
  readonly kind: KindReference;
  /** @default report */
  readonly whenImmutable?: WhenImmutable;
}

/** Whether an entry of `owns` says more than the kind: a kind by itself has its name where the other has the kind. */
export function isOwnedKind(entry: KindReference | OwnedKind): entry is OwnedKind {
  return 'kind' in entry && typeof entry.kind !== 'string';
}
