import { builtInKinds, type Scope } from '../../api/index.ts';

/**
 * The verbs on a resource, in the order in which rules have them.
 *
 * `bind` and `escalate` are for roles: `bind` allows giving a role with any rights to an account, `escalate` allows
 * writing rights that the writer doesn't have.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/authorization/#determine-the-request-verb
 */
export const resourceVerbs = [
  'get',
  'list',
  'watch',
  'create',
  'update',
  'patch',
  'delete',
  'deletecollection',
  'bind',
  'escalate',
] as const;

/** One of the {@link resourceVerbs}. */
export type Verb = (typeof resourceVerbs)[number];

/** Verbs on one resource: on its objects in all namespaces of the role with the grant, or only on named ones. */
export interface Grant {
  /** Empty for the core group. */
  readonly group: string;
  /** Plural, with the subresource if there is one: `memcacheds/status`. */
  readonly resource: string;
  readonly verbs: readonly Verb[];
  /** The names of the objects, if the grant isn't for all. @default every object */
  readonly names?: readonly string[];
  /**
   * The scope of the objects. An operator that is confined to some namespaces gets the grant in these, or, if
   * `Cluster`, in the cluster.
   *
   * @default that of the built-in kind, else Namespaced
   */
  readonly scope?: Scope;
}

/** Returns the scope of a grant's objects. */
export function grantScope({ group, resource, scope }: Grant): Scope {
  const [plural] = resource.split('/');
  const known = builtInKinds().find((kind) => kind.group === group && kind.plural === plural);
  return scope ?? known?.scope ?? 'Namespaced';
}
