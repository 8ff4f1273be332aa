import { type ObjectRight, type PolicyRule, ruleAllows } from '../../../../constructs/index.ts';
import {
  type BundleContent,
  bundleBindings,
  bundlePermissions,
  decodedPolicyRule,
  memoized,
  type Place,
  roleOfReference,
} from '../../../content/index.ts';
import { bundleDeployments, type Deployment } from '../workload/bundle-deployment.ts';

/** An RBAC rule that applies to an account. */
export interface AccountGrant {
  readonly account: string;
  readonly rule: Place;
  /** The decoded rule. */
  readonly policy: PolicyRule;
}

/** Returns the rights of the operator's accounts: from permissions, and from bindings in the bundle. */
export const accountGrants = memoized((bundle: BundleContent): readonly AccountGrant[] => [
  ...bundlePermissions(bundle).flatMap((permission) => {
    const account = permission.at('serviceAccountName').text;
    return account === undefined ? [] : permission.at('rules').items.map((rule) => grantOf(account, rule));
  }),
  ...bundleBindings(bundle).flatMap((binding) => boundGrants(binding, bundle)),
]);

function grantOf(account: string, rule: Place): AccountGrant {
  return { account, rule, policy: decodedPolicyRule(rule) };
}

/**
 * Returns the grants of accounts that OLM or the bundle creates, or that Deployments run as. Other accounts, such as
 * Prometheus', don't belong to the operator.
 */
export function operatorGrants(bundle: BundleContent): readonly AccountGrant[] {
  const bundled = bundle.manifestsOf('', 'ServiceAccount').flatMap((each) => each.at('metadata', 'name').text ?? []);
  const own = new Set([
    ...permittedAccounts(bundle),
    ...bundled,
    ...bundleDeployments(bundle).map(({ account }) => account),
  ]);
  return accountGrants(bundle).filter(({ account }) => own.has(account));
}

/**
 * Returns true if one of an account's grants allows the right, at least for objects of some names. A rule with names
 * doesn't allow a request without a name. The exceptions are list and watch with `metadata.name` as field selector, for
 * a rule with one name.
 */
export function isGranted(all: readonly Pick<AccountGrant, 'policy'>[], right: ObjectRight): boolean {
  return all.some(({ policy }) =>
    ruleAllows(isRightNameless(right, policy) ? policy : { ...policy, resourceNames: [] }, right),
  );
}

/**
 * Returns true if the request names no object that the rule could match. For a subresource, the object's name is known
 * also for a create.
 */
function isRightNameless({ verb, resource }: ObjectRight, { resourceNames = [] }: PolicyRule): boolean {
  if (verb === 'list' || verb === 'watch') return resourceNames.length > 1;
  return verb === 'deletecollection' || (verb === 'create' && !resource.includes('/'));
}

function boundGrants(binding: Place, bundle: BundleContent): AccountGrant[] {
  const subjects = binding.at('subjects').items.filter((subject) => subject.at('kind').text === 'ServiceAccount');
  const role = roleOfReference(bundle, binding.at('roleRef'));
  const isKnown = role?.at('aggregationRule').isAbsent === true;
  const rules = isKnown ? role.at('rules').items : [unknownRoleRules(binding)];
  return subjects.flatMap((subject) => {
    const account = subject.at('name').text;
    return account === undefined ? [] : rules.map((rule) => grantOf(account, rule));
  });
}

/** Represents the rules of a role that isn't in the bundle, or is aggregated in the cluster: perhaps everything. */
function unknownRoleRules(binding: Place): Place {
  return binding.with({ apiGroups: ['*'], resources: ['*'], verbs: ['*'] });
}

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

/** Returns the RBAC rules of the ClusterServiceVersion, and of roles among the manifests. */
export function rbacRules(bundle: BundleContent): readonly Place[] {
  const roles = ['Role', 'ClusterRole'].flatMap((kind) => bundle.manifestsOf('rbac.authorization.k8s.io', kind));
  return [...bundlePermissions(bundle), ...roles].flatMap((holder) => holder.at('rules').items);
}
