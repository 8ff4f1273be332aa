import { type BundleContent, permissions } from '../../content/index.ts';
import { type Deployment, deployments } from '../workload/deployment.ts';

/** The accounts that OLM makes: those with permissions. */
export function grantedAccounts(bundle: BundleContent): readonly string[] {
  return [...new Set(permissions(bundle).flatMap((permission) => permission.at('serviceAccountName').text ?? []))];
}

/**
 * Whether neither OLM nor the bundle makes the account of the pods, or whether they run as `default` while all rights are
 * another's. Pods that run as `default` beside a manager with its rights need none.
 */
export function lacksAccount(bundle: BundleContent, { account, pod }: Deployment): boolean {
  const granted = grantedAccounts(bundle);
  if (pod.isAbsent || granted.includes(account)) return false;
  if (account !== 'default') {
    return !bundle.manifestsOf('', 'ServiceAccount').some((each) => each.at('metadata', 'name').text === account);
  }
  return granted.length > 0 && !deployments(bundle).some((each) => granted.includes(each.account));
}
