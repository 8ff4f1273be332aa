import type { KindReference } from '../../api/index.ts';
import type { LabelSelector } from '../selector/label-selector.ts';

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

/** What is done about a child with rendered fields that another field manager owns. */
export type WhenConflicting =
  /** Take the fields over. */
  | 'force'
  /** Say in the conditions who owns which field, and leave the child as it is until that changes. */
  | 'report';

/** What is done about an object of a child's name that nobody controls. One that somebody else controls is never taken. */
export type WhenUncontrolled =
  /** Say so in the conditions, and leave the object as it is. */
  | 'report'
  /** Make it the child: the resource controls it, and what is rendered is applied over what it holds. */
  | 'adopt';

/** What is done about a child that is no longer rendered. */
export type WhenDropped =
  /** Delete it, unless its kind holds data. */
  | 'delete'
  /** Leave it as it is, until its resource goes. */
  | 'keep';

/**
 * What is done where the API server doesn't serve a kind of others, because its CustomResourceDefinition isn't installed,
 * or not in this version. As soon as it is served, all is as if it had always been.
 */
export type WhenNotServed =
  /** Make the other children, and say in the conditions what is missing. The resource isn't ready, and nothing is pruned. */
  | 'report'
  /** Do without, as far as the resource's readiness goes, and say so in its condition `Incomplete`. */
  | 'skip';

/** A kind of children, with what becomes of one that can't simply be applied or deleted. */
export interface OwnedKind {
  /** The kind, cached wholly: children are compared with the rendered objects. */
  readonly kind: KindReference;
  /** What is done about a child whose change the API server refuses. @default report */
  readonly whenImmutable?: WhenImmutable;
  /** What is done about a child with rendered fields that others own. @default force */
  readonly whenConflicting?: WhenConflicting;
  /** What is done about an object of a child's name that nobody controls. @default report */
  readonly whenUncontrolled?: WhenUncontrolled;
  /** What is done about a child that is no longer rendered. @default delete */
  readonly whenDropped?: WhenDropped;
  /**
   * Fields that keep their values when they are no longer rendered, until another field manager sets them, such as an
   * autoscaler. Any other field goes back to its default. While they are rendered, a manager that takes them back each time
   * keeps them after a while, and the conditions report it. Names joined by dots. @default spec.replicas
   */
  readonly handsOver?: readonly string[];
  /** What is done about a child that can't be made, because the API server doesn't serve its kind. @default report */
  readonly whenNotServed?: WhenNotServed;
  /**
   * Which objects are followed, among them all that are rendered: a rendered child without these labels is refused, since
   * it would never be seen. What an earlier release made without them is never pruned. Let it be labels that nobody else
   * sets: a child of which somebody changes one is out of sight, and can't be repaired. @default all
   */
  readonly labelSelector?: LabelSelector;
}

/** An {@link OwnedKind} with its defaults. */
export type ChildPolicy = Required<Omit<OwnedKind, 'kind' | 'labelSelector'>>;

/** What is done about children of a kind of which nothing is said. */
export const defaultPolicy: ChildPolicy = {
  whenImmutable: 'report',
  whenConflicting: 'force',
  whenUncontrolled: 'report',
  whenDropped: 'delete',
  handsOver: ['spec.replicas'],
  whenNotServed: 'report',
};

/** Why fields can't be handed over, one sentence each with its remedy. */
export function handOverFindings(kind: string, { handsOver }: Pick<ChildPolicy, 'handsOver'>): string[] {
  return handsOver
    .filter((path) => !/^(?!metadata\b|status\b)[\w-]+(\.[\w-]+)+$/.test(path))
    .map(
      (path) =>
        `handsOver of ${kind} has ${path}: name a field such as spec.replicas, outside of metadata, status and lists`,
    );
}

/** Whether an entry of `owns` says more than the kind: a kind by itself has its name where the other has the kind. */
export function isOwnedKind(entry: KindReference | OwnedKind): entry is OwnedKind {
  return 'kind' in entry && typeof entry.kind !== 'string';
}
