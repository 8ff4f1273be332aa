// In: manifests, and a user. Out: the rules of the user's roles, and their namespaces. Called by tests that compare
// them with the user's requests.

import type { KubernetesObject } from '../../api/index.ts';
import {
  type BindingManifest,
  isBinding,
  isRole,
  type PolicyRule,
  type RoleManifest,
  type RoleSubject,
  roleOfBinding,
} from '../../constructs/index.ts';
import { requireUser } from './authorization.ts';

/** A rule that a role gives to a user, and its namespace. */
export interface GrantedRight {
  readonly rule: PolicyRule;
  /** The only namespace of the rule. @default all namespaces, and objects without one */
  readonly namespace?: string | undefined;
  /** The role of the rule, as messages name it: `ClusterRole memcached-operator-manager-role`. */
  readonly role: string;
}

/**
 * Returns the rights of a user, by bindings to the user or the ServiceAccount; bindings to groups are ignored.
 *
 * @param manifests - roles and bindings in any order; other objects are ignored.
 * @param user - the user name of API servers: `system:serviceaccount:{namespace}:{name}` for a ServiceAccount.
 * @throws Error if no binding names the user, or if one names a role that is not among the manifests.
 * @example
 * const user = 'system:serviceaccount:memcached-operator-system:memcached-operator-controller-manager';
 * const rights = grantedRights(operator.toJson(), user);
 */
export function grantedRights(manifests: readonly KubernetesObject[], user: string): readonly GrantedRight[] {
  const roles = manifests.filter(isRole);
  const bindings = manifests.filter(isBinding);
  const own = bindings.filter((binding) => usersOf(binding).includes(user));
  requireUser(user, bindings.flatMap(usersOf), 'bindings among the manifests');
  return own.flatMap((binding) => {
    const { kind, metadata, rules = [] } = roleOf(binding, roles);
    const place = binding.kind === 'RoleBinding' ? { namespace: binding.metadata.namespace } : {};
    return rules.map((rule) => ({ rule, role: `${kind} ${metadata.name}`, ...place }));
  });
}

function roleOf(binding: BindingManifest, roles: readonly RoleManifest[]): RoleManifest {
  const found = roleOfBinding(binding, roles);
  if (found !== undefined) return found;
  const { kind, metadata, roleRef } = binding;
  const role = `${roleRef.kind} ${roleRef.name}`;
  throw new Error(`${kind} ${metadata.name} refers to ${role}, which is not among the manifests: add it to them`);
}

function usersOf({ subjects = [] }: BindingManifest): readonly string[] {
  return subjects.map(userOf);
}

function userOf({ kind, name, namespace = 'default' }: RoleSubject): string {
  return kind === 'ServiceAccount' ? `system:serviceaccount:${namespace}:${name}` : name;
}
