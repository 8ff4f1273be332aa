// In: manifests, and a user. Out: the rules that roles give to it, and where they hold.
// Called by tests that compare them with what the user asks for.

import type { KubernetesObject } from '../../api/index.ts';
import {
  type BindingManifest,
  givenRole,
  isBinding,
  isRole,
  type PolicyRule,
  type RoleManifest,
  type RoleSubject,
} from '../../constructs/index.ts';

/** A rule that somebody has been given, and where it holds. */
export interface GrantedRight {
  readonly rule: PolicyRule;
  /** The only namespace in which it holds. @default all of them, and outside of them */
  readonly namespace?: string | undefined;
  /** Whose rule it is, for people: `ClusterRole memcached-operator-manager-role`. */
  readonly role: string;
}

/**
 * What roles give to a user, by bindings to it or to its ServiceAccount; bindings to groups aside.
 *
 * @param manifests - roles and bindings, in whichever order; all else is passed over.
 * @param user - as API servers call it: `system:serviceaccount:{namespace}:{name}` for a ServiceAccount.
 * @throws Error if a binding names a role that is not among the manifests.
 */
export function grantedRights(manifests: readonly KubernetesObject[], user: string): readonly GrantedRight[] {
  const roles = manifests.filter(isRole);
  return manifests
    .filter(isBinding)
    .filter(({ subjects = [] }) => subjects.some((subject) => userOf(subject) === user))
    .flatMap((binding) => {
      const { kind, metadata, rules = [] } = roleOf(binding, roles);
      const place = binding.kind === 'RoleBinding' ? { namespace: binding.metadata.namespace } : {};
      return rules.map((rule) => ({ rule, role: `${kind} ${metadata.name}`, ...place }));
    });
}

function roleOf(binding: BindingManifest, roles: readonly RoleManifest[]): RoleManifest {
  const found = givenRole(binding, roles);
  if (found !== undefined) return found;
  const { kind, metadata, roleRef } = binding;
  const role = `${roleRef.kind} ${roleRef.name}`;
  throw new Error(`${kind} ${metadata.name} gives ${role}, which is not among the manifests: add it to them`);
}

function userOf({ kind, name, namespace = 'default' }: RoleSubject): string {
  return kind === 'ServiceAccount' ? `system:serviceaccount:${namespace}:${name}` : name;
}
