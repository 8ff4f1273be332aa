import { type BundleContent, bundlePermissions, memoized } from '../../../content/index.ts';
import { bundleDeployments, type Deployment } from '../workload/deployment.ts';

/** Returns the accounts that OLM creates: those with permissions. */
export const permittedAccounts = memoized(
  (bundle: BundleContent): ReadonlySet<string> =>
    new Set(bundlePermissions(bundle).flatMap((permission) => permission.at('serviceAccountName').text ?? [])),
);

/**
 * Returns true if the account of the pods has no creator, or if they run as `default` while another account has all
 * rights. Pods that run as `default` next to a manager with its rights need none.
 */
export function lacksServiceAccount(bundle: BundleContent, { account, pod }: Deployment): boolean {
  const granted = permittedAccounts(bundle);
  if (pod.isAbsent || granted.has(account)) return false;
  if (account !== 'default') {
    return !bundle.manifestsOf('', 'ServiceAccount').some((each) => each.at('metadata', 'name').text === account);
  }
  return granted.size > 0 && !bundleDeployments(bundle).some((each) => granted.has(each.account));
}
