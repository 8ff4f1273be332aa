import { type BundleContent, bundlePermissions } from '../../../content/index.ts';
import { bundleDeployments, type Deployment } from '../workload/deployment.ts';

/** Returns the accounts that OLM creates: those with permissions. */
export function permittedAccounts(bundle: BundleContent): readonly string[] {
  return [
    ...new Set(bundlePermissions(bundle).flatMap((permission) => permission.at('serviceAccountName').text ?? [])),
  ];
}

/**
 * Returns true if the account of the pods has no creator, or if they run as `default` while another account has all
 * rights. Pods that run as `default` next to a manager with its rights need none.
 */
export function lacksServiceAccount(bundle: BundleContent, { account, pod }: Deployment): boolean {
  const granted = permittedAccounts(bundle);
  if (pod.isAbsent || granted.includes(account)) return false;
  if (account !== 'default') {
    return !bundle.manifestsOf('', 'ServiceAccount').some((each) => each.at('metadata', 'name').text === account);
  }
  return granted.length > 0 && !bundleDeployments(bundle).some((each) => granted.includes(each.account));
}
