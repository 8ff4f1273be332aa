// In: a right that somebody has been given, and one that is needed. Out: whether the one is enough for the other, as the
// RBAC authorizer decides it. Called for each right that a request needs, and for each that nothing seems to.

import type { Authorization, ObjectAuthorization, PathAuthorization } from './authorization.ts';
import type { GrantedRight } from './granted-right.ts';

/**
 * Whether a right that somebody has been given allows what is needed.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/rbac/#role-and-clusterrole
 */
export function allows({ rule, namespace }: GrantedRight, needed: Authorization): boolean {
  if (!includes(rule.verbs, needed.verb)) return false;
  if ('path' in needed) return namespace === undefined && allowsPath(rule.nonResourceURLs, needed);
  return (
    (namespace === undefined || namespace === needed.namespace) &&
    includes(rule.apiGroups, needed.group) &&
    allowsResource(rule.resources, needed) &&
    allowsName(rule.resourceNames, needed)
  );
}

function includes(listed: readonly string[] | undefined, value: string): boolean {
  return listed?.some((each) => each === '*' || each === value) === true;
}

/** `*` is everything, `*` with a subresource is that one of everything; an asterisk behind the slash is nothing. */
function allowsResource(listed: readonly string[] | undefined, { resource }: ObjectAuthorization): boolean {
  const [, subresource] = resource.split('/');
  return includes(listed, resource) || (subresource !== undefined && listed?.includes(`*/${subresource}`) === true);
}

/** Without names, all are meant; with names, lists and creations are only where they name one, too. */
function allowsName(listed: readonly string[] = [], { name }: ObjectAuthorization): boolean {
  return listed.length === 0 || (name !== undefined && listed.includes(name));
}

function allowsPath(listed: readonly string[] = [], { path }: PathAuthorization): boolean {
  return listed.some((each) => (each.endsWith('*') ? path.startsWith(each.replace(/\*+$/, '')) : path === each));
}
