/** What may be done to a resource. @see https://kubernetes.io/docs/reference/access-authn-authz/authorization/#determine-the-request-verb */
export type Verb =
  | 'get'
  | 'list'
  | 'watch'
  | 'create'
  | 'update'
  | 'patch'
  | 'delete'
  | 'deletecollection'
  /** Of a role: to give it to others, whatever it holds. */
  | 'bind'
  /** Of a role: to write what one doesn't hold oneself. */
  | 'escalate';

/** Verbs on one resource, in all namespaces of the role that carries it or on one named object only. */
export interface Grant {
  /** Empty for the core group. */
  readonly group: string;
  /** Plural, with the subresource if one is meant: `memcacheds/status`. */
  readonly resource: string;
  readonly verbs: readonly Verb[];
  /** @default every object */
  readonly name?: string;
}
