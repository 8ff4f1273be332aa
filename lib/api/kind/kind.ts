import type { GroupVersionKind } from './group-version-kind.ts';

/** A kind as its API server serves it, with all that is needed to address its objects and to grant access to them. */
export interface Kind extends GroupVersionKind {
  /** The lower-case plural in URLs and RBAC rules, such as `deployments`. */
  readonly plural: string;
  readonly scope: Scope;
}

/** The scope of a kind: its objects are in namespaces, or cluster-scoped. */
export type Scope = 'Namespaced' | 'Cluster';
