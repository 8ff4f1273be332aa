import { type GroupVersionKind, isProtectedKind, type KindReference } from '../../api/index.ts';
import type { LabelSelector } from '../selector/label-selector.ts';

/** The reaction to a child whose change the API server refuses because a field is immutable. */
export type WhenImmutable =
  /** Reports it in the conditions and leaves the child as it is. */
  | 'report'
  /**
   * Deletes it with everything that it owns, and creates it again. A StatefulSet whose deletion deletes the volume
   * claims of its pods stays.
   */
  | 'recreate'
  /**
   * Deletes it alone, and creates it again; the objects that it owned stay. For a StatefulSet, the volume claims of its
   * pods are resized first, and pods and data stay. A finalizer keeps the resource until the pods have an owner again.
   */
  | 'orphan-and-recreate';

/** The reaction to a child with rendered fields that another field manager owns. */
export type WhenConflicting =
  /** Takes the fields over. */
  | 'force'
  /** Names the owner of each field in the conditions, and leaves the child as it is until that changes. */
  | 'report';

/**
 * The reaction to an object with the name of a child that has no controller. One that has another controller is never
 * taken.
 */
export type WhenUncontrolled =
  /** Reports it in the conditions and leaves the object as it is. */
  | 'report'
  /** Makes it the child: the resource becomes its controller, and the rendered object is applied over it. */
  | 'adopt';

/** The reaction to a child that is no longer rendered. */
export type WhenDropped =
  /**
   * Deletes it, unless it holds data: volume claims, volumes, namespaces, CustomResourceDefinitions, and StatefulSets
   * whose deletion deletes their volume claims stay.
   */
  | 'delete'
  /** Deletes it with the data that it holds, also if an earlier release kept it. */
  | 'delete-data'
  /** Leaves it as it is until its resource is deleted. */
  | 'keep';

/**
 * The reaction while the API server doesn't serve a third-party kind, because its CustomResourceDefinition isn't
 * installed or lacks the version.
 */
export type WhenNotServed =
  /**
   * Applies the other children and names the missing kind in the conditions. The resource isn't ready, and nothing is
   * pruned.
   */
  | 'report'
  /** Ignores the kind for the resource's readiness, and reports it in the condition `Incomplete`. */
  | 'skip'
  /** Ignores the kind as `skip` does, and reports nothing: for a kind that has an alternative. */
  | 'ignore';

/** A kind of children, with the reactions to one that can't simply be applied or deleted. */
export interface OwnedKind {
  /** The kind. Whole objects are cached, because children are compared with the rendered objects. */
  readonly kind: KindReference;
  /** The reaction to a child whose change the API server refuses because a field is immutable. @default report */
  readonly whenImmutable?: WhenImmutable;
  /** The reaction to a child with rendered fields that another field manager owns. @default force */
  readonly whenConflicting?: WhenConflicting;
  /** The reaction to an object with the name of a child that has no controller. @default report */
  readonly whenUncontrolled?: WhenUncontrolled;
  /** The reaction to a child that is no longer rendered. @default delete */
  readonly whenDropped?: WhenDropped;
  /**
   * Fields that keep their values when they are no longer rendered, until another field manager sets them, such as an
   * autoscaler. Any other field goes back to its default. While they are rendered, another field manager that sets them
   * again each time keeps them after a while, and the conditions report it. Names joined by dots.
   *
   * @default spec.replicas
   */
  readonly handsOver?: readonly string[];
  /** The reaction to a child that can't be created because the API server doesn't serve its kind. @default report */
  readonly whenNotServed?: WhenNotServed;
  /**
   * Selects the objects that are watched, which must include all rendered children. A rendered child without these
   * labels is an error, because the operator would never see it. A child that an earlier release created without them
   * is never pruned. Choose labels that no other actor changes: a child that loses one isn't in the cache any more, and
   * can't be repaired.
   *
   * @default all
   */
  readonly labelSelector?: LabelSelector;
}

/** An {@link OwnedKind} with its defaults. */
export type ChildPolicy = Required<Omit<OwnedKind, 'kind' | 'labelSelector'>>;

/** The reactions for a kind whose entry sets none. */
export const defaultPolicy: ChildPolicy = {
  whenImmutable: 'report',
  whenConflicting: 'force',
  whenUncontrolled: 'report',
  whenDropped: 'delete',
  handsOver: ['spec.replicas'],
  whenNotServed: 'report',
};

/** Yields the findings for fields that an owned kind can't hand over, one sentence each with its remedy. */
export function* handOverFindings(kind: string, { handsOver }: Pick<ChildPolicy, 'handsOver'>): Iterable<string> {
  for (const path of handsOver) {
    if (!/^(?!metadata\b|status\b)[\w-]+(\.[\w-]+)+$/.test(path))
      yield `handsOver of ${kind} has ${path}: name a field such as spec.replicas, outside of metadata, status and lists`;
  }
}

/** Returns true if an entry of `owns` has settings. An entry that is only a kind has its name in the field `kind`. */
export function isOwnedKind(entry: KindReference | OwnedKind): entry is OwnedKind {
  return 'kind' in entry && typeof entry.kind !== 'string';
}

/** Returns true if the children of a kind are deleted when they are no longer rendered. */
export function deletesDropped(kind: GroupVersionKind, { whenDropped }: Pick<ChildPolicy, 'whenDropped'>): boolean {
  return whenDropped === 'delete-data' || (whenDropped === 'delete' && !isProtectedKind(kind));
}
