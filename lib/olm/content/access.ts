import type { PolicyRule } from '../../constructs/index.ts';
import type { BundleContent } from './bundle-content.ts';
import type { Place } from './place.ts';

/** Where permissions hold: in the namespaces that an installation is for, or in all of them and outside. */
export type Reach = 'permissions' | 'clusterPermissions';

/** What OLM makes accounts, roles and bindings from. @param reaches - @default both */
export function permissions(
  { clusterServiceVersion }: BundleContent,
  reaches: readonly Reach[] = ['permissions', 'clusterPermissions'],
): readonly Place[] {
  return reaches.flatMap((reach) => clusterServiceVersion.at('spec', 'install', 'spec', reach).items);
}

/** The bindings that a bundle brings as objects. */
export function bindings(bundle: BundleContent): readonly Place[] {
  return ['RoleBinding', 'ClusterRoleBinding'].flatMap((kind) => bundle.manifestsOf('rbac.authorization.k8s.io', kind));
}

/** A rule of a role or of a permission, as far as it is of the right types. */
export function policyRule(rule: Place): PolicyRule {
  const [verbs = [], apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = []] = [
    'verbs',
    'apiGroups',
    'resources',
    'resourceNames',
    'nonResourceURLs',
  ].map((field) => rule.at(field).texts);
  return { verbs, apiGroups, resources, resourceNames, nonResourceURLs };
}
