// In: a bundle. Out: all RBAC rules in it, of permissions and of roles. Called by the rules about access.

import type { BundleContent, Place } from '../../../content/index.ts';

/** An RBAC rule, and true if it applies in namespaces only. */
export interface AccessRule {
  readonly rule: Place;
  readonly isNamespaced: boolean;
}

/** Returns the RBAC rules of the ClusterServiceVersion, and of roles among the manifests. */
export function rbacRules(bundle: BundleContent): readonly AccessRule[] {
  const strategy = bundle.clusterServiceVersion.at('spec', 'install', 'spec');
  const roles = (kind: string) => bundle.manifestsOf('rbac.authorization.k8s.io', kind);
  const rulesOf = (holders: readonly Place[], isNamespaced: boolean) =>
    holders.flatMap((holder) => holder.at('rules').items.map((rule) => ({ rule, isNamespaced })));
  return [
    ...rulesOf(strategy.at('permissions').items, true),
    ...rulesOf(strategy.at('clusterPermissions').items, false),
    ...rulesOf(roles('Role'), true),
    ...rulesOf(roles('ClusterRole'), false),
  ];
}
