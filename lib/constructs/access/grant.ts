import { builtInKinds, type Scope } from '../../api/index.ts';

/**
 * What may be done to a resource, in the order in which rules say it.
 *
 * `bind` and `escalate` are of roles: to give one to others, whatever it holds, and to write what one doesn't hold oneself.
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

/** Verbs on one resource: on its objects in all namespaces of the role that carries the grant, or on named ones only. */
export interface Grant {
  /** Empty for the core group. */
  readonly group: string;
  /** Plural, with the subresource if one is meant: `memcacheds/status`. */
  readonly resource: string;
  readonly verbs: readonly Verb[];
  /** The names of the objects, where not all are meant. @default every object */
  readonly names?: readonly string[];
  /**
   * Whether the objects lie in namespaces. An operator that is confined to some namespaces gets the grant in those, or, of
   * `Cluster`, in the cluster. @default that of the built-in kind, else Namespaced
   */
  readonly scope?: Scope;
}

/** Where the objects of a grant lie. */
export function grantScope({ group, resource, scope }: Grant): Scope {
  const [plural] = resource.split('/');
  const known = builtInKinds().find((kind) => kind.group === group && kind.plural === plural);
  return scope ?? known?.scope ?? 'Namespaced';
}
