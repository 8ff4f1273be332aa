import { type BundleContent, permissions } from '../../../content/index.ts';
import { type Deployment, deployments } from '../workload/deployment.ts';

/** Returns the accounts that OLM creates: those with permissions. */
export function grantedAccounts(bundle: BundleContent): readonly string[] {
  return [...new Set(permissions(bundle).flatMap((permission) => permission.at('serviceAccountName').text ?? []))];
}

/**
 * Returns true if the account of the pods has no creator, or if they run as `default` while another account has all
 * rights. Pods that run as `default` next to a manager with its rights need none.
 */
export function lacksAccount(bundle: BundleContent, { account, pod }: Deployment): boolean {
  const granted = grantedAccounts(bundle);
  if (pod.isAbsent || granted.includes(account)) return false;
  if (account !== 'default') {
    return !bundle.manifestsOf('', 'ServiceAccount').some((each) => each.at('metadata', 'name').text === account);
  }
  return granted.length > 0 && !deployments(bundle).some((each) => granted.includes(each.account));
}
