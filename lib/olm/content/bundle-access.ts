import type { PolicyRule } from '../../constructs/index.ts';
import type { BundleContent } from './bundle-content.ts';
import type { Place } from './place.ts';

/** The scope of permissions: in the namespaces of an installation, or in all of them and on cluster-scoped objects. */
export type PermissionScope = 'permissions' | 'clusterPermissions';

/**
 * Returns the permissions in a bundle's content, from which OLM creates accounts, roles and bindings.
 *
 * @param reaches - @default both
 */
export function bundlePermissions(
  { clusterServiceVersion }: BundleContent,
  reaches: readonly PermissionScope[] = ['permissions', 'clusterPermissions'],
): readonly Place[] {
  return reaches.flatMap((reach) => clusterServiceVersion.at('spec', 'install', 'spec', reach).items);
}

/** Returns the bindings among a bundle's manifests. */
export function bundleBindings(bundle: BundleContent): readonly Place[] {
  return ['RoleBinding', 'ClusterRoleBinding'].flatMap((kind) => bundle.manifestsOf('rbac.authorization.k8s.io', kind));
}

/** Returns a rule of a role or of a permission, without values of a wrong type. */
export function decodedPolicyRule(rule: Place): PolicyRule {
  const [verbs = [], apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = []] = [
    'verbs',
    'apiGroups',
    'resources',
    'resourceNames',
    'nonResourceURLs',
  ].map((field) => rule.at(field).texts);
  return { verbs, apiGroups, resources, resourceNames, nonResourceURLs };
}

/** Returns the rules of a bundle's role, or of an account's permissions. */
export function policyRulesAt(place: Place): readonly Place[] {
  return place.at('rules').items;
}

/** Returns the role that a binding refers to, if the bundle has it. */
export function roleOfReference(bundle: BundleContent, roleRef: Place): Place | undefined {
  const kind = roleRef.at('kind').text ?? '';
  return bundle
    .manifestsOf('rbac.authorization.k8s.io', kind)
    .find((role) => role.at('metadata', 'name').text === roleRef.at('name').text);
}
