import type { Kind, KubernetesObject, ObjectKey } from '../api/index.ts';

/** An object rendered from a resource, with its name, namespace and owner. */
export interface Child {
  readonly kind: Kind;
  readonly key: ObjectKey;
  readonly object: KubernetesObject;
  /** The children that have to be ready before this one is created. Children of one construct share one list. @default none */
  readonly waitsFor?: readonly ChildGroup[];
}

/** The children of one construct, in one list that all children which wait for them share. */
export type ChildGroup = readonly Omit<Child, 'waitsFor'>[];
