import type { GroupVersionKind } from './group-version-kind.ts';

/** A kind as its API server serves it, with all that is needed to address its objects and to grant access to them. */
export interface Kind extends GroupVersionKind {
  /** The lower-case plural in URLs and RBAC rules, such as `deployments`. */
  readonly plural: string;
  readonly scope: Scope;
}

/** The scope of a kind: its objects are in namespaces, or cluster-scoped. */
export type Scope = 'Namespaced' | 'Cluster';

/** Returns true if two kinds are the same kind in the same version. */
export function isSameKind(one: GroupVersionKind, other: GroupVersionKind): boolean {
  return one.kind === other.kind && one.group === other.group && one.version === other.version;
}

/** Returns each kind once, in the order of their first mention. */
export function distinctKinds<Each extends GroupVersionKind>(kinds: readonly Each[]): Each[] {
  return kinds.filter((kind, index) => kinds.findIndex((other) => isSameKind(kind, other)) === index);
}
