import { type BundleContent, bundlePermissions, type Place } from '../../../content/index.ts';

/** Returns the RBAC rules of the ClusterServiceVersion, and of roles among the manifests. */
export function rbacRules(bundle: BundleContent): readonly Place[] {
  const roles = ['Role', 'ClusterRole'].flatMap((kind) => bundle.manifestsOf('rbac.authorization.k8s.io', kind));
  return [...bundlePermissions(bundle), ...roles].flatMap((holder) => holder.at('rules').items);
}
