import { groupVersionKind, type KubernetesObject } from '../../api/index.ts';
import type { PolicyRule } from './policy-rule.ts';

/** The manifest of a Role or ClusterRole. */
export interface RoleManifest extends KubernetesObject {
  readonly rules?: readonly PolicyRule[];
  readonly aggregationRule?: object;
}

/** The manifest of a RoleBinding or ClusterRoleBinding. */
export interface BindingManifest extends KubernetesObject {
  readonly roleRef: { readonly kind: string; readonly name: string };
  readonly subjects?: readonly RoleSubject[];
}

/** An account or group that a binding gives a role to. */
export interface RoleSubject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

/** Returns true if a manifest is a Role or ClusterRole, by its kind; the API server validates the rest. */
export function isRole(manifest: KubernetesObject): manifest is RoleManifest {
  return isRbacManifest(manifest) && ['Role', 'ClusterRole'].includes(manifest.kind);
}

/** Returns true if a manifest is a RoleBinding or ClusterRoleBinding, by its kind. */
export function isBinding(manifest: KubernetesObject): manifest is BindingManifest {
  return isRbacManifest(manifest) && ['RoleBinding', 'ClusterRoleBinding'].includes(manifest.kind);
}

/**
 * Returns true if a binding's manifest gives the role of another one: by kind and name, and for a Role also by the
 * shared namespace.
 */
export function isRoleOfBinding(
  { kind, metadata: { name, namespace } }: RoleManifest,
  { roleRef, metadata }: BindingManifest,
): boolean {
  return roleRef.kind === kind && roleRef.name === name && (kind === 'ClusterRole' || namespace === metadata.namespace);
}

/** Returns the manifest of the role that a binding gives; undefined if it isn't among these. */
export function roleOfBinding(binding: BindingManifest, roles: readonly RoleManifest[]): RoleManifest | undefined {
  return roles.find((role) => isRoleOfBinding(role, binding));
}

function isRbacManifest(manifest: KubernetesObject): boolean {
  return groupVersionKind(manifest).group === 'rbac.authorization.k8s.io';
}
