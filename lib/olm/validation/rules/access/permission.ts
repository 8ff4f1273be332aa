import { editDistance } from '../../../../schema/index.ts';
import {
  type BundleContent,
  bundlePermissions,
  decodedPolicyRule,
  memoized,
  type Place,
} from '../../../content/index.ts';
import { textRule } from '../../../finding/content-rule.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { isGranted, lacksServiceAccount, permittedAccounts } from '../../model/access/account-grant.ts';
import { ownedResources } from '../../model/access/owned-resource.ts';
import { bundleDeployments } from '../../model/workload/bundle-deployment.ts';

/** Rules for the accounts of permissions. */
export const permissionRules: readonly BundleRule[] = [
  {
    id: 'permission-account-slip',
    demand: 'The account of a permission is one that a Deployment runs as, and not a similar name.',
    *check(bundle) {
      for (const { place, meant } of misnamedAccounts(bundle)) {
        yield {
          place,
          what: `no Deployment runs as ${place.text ?? ''}, and one runs as ${meant}, which lacks the permission`,
          remedy: `write ${meant}, if that is the right name`,
        };
      }
    },
  },
  {
    id: 'permission-unused',
    demand: "An account that may write the status of the operator's kinds is one that a Deployment runs as.",
    *check(bundle) {
      const misnamed = misnamedAccounts(bundle).map(({ place }) => place.text);
      for (const place of unusedManagerPermissions(bundle).map((permission) => permission.at('serviceAccountName'))) {
        if (misnamed.includes(place.text)) continue;
        const used = [...new Set(bundleDeployments(bundle).map(({ account }) => account))];
        yield {
          place,
          what: `no Deployment runs as ${place.text ?? ''}, which has the rights of a manager`,
          remedy: `grant them to ${used.join(' or ')}, as which the Deployments run`,
        };
      }
    },
  },
  textRule({
    id: 'permission-account-object',
    demand: 'The bundle has no ServiceAccount with permissions, or of a Deployment: OLM creates it.',
    rejection: { by: 'operator-sdk', message: 'invalid service account found in bundle' },
    at: (bundle) => bundle.manifestsOf('', 'ServiceAccount').map((account) => account.at('metadata', 'name')),
    isRight: (text, bundle) => !permittedAccounts(bundle).has(text) && !deployedAccounts(bundle).has(text),
    rating: (text, bundle) => (deployedAccounts(bundle).has(text) ? {} : { severity: 'warning' }),
    what: (text, bundle) =>
      permittedAccounts(bundle).has(text)
        ? `OLM creates the account ${text} itself, since it has permissions`
        : `a Deployment runs as ${text}, and OLM creates such accounts`,
    remedy: (text, bundle) =>
      permittedAccounts(bundle).has(text)
        ? 'leave it out of the bundle'
        : `leave it out of the bundle, and list ${text} under spec.install.spec.permissions, if need be without rules`,
  }),
];

/** Returns the accounts that Deployments name. */
const deployedAccounts = memoized(
  (bundle: BundleContent): ReadonlySet<string> =>
    new Set(bundleDeployments(bundle).flatMap(({ pod }) => pod.at('serviceAccountName').text ?? [])),
);

/**
 * Returns the permissions of a manager whose accounts no Deployment runs as. Other permissions may be for pods that the
 * operator starts. Returns none if a Deployment's account is missing, which is reported instead.
 */
function unusedManagerPermissions(bundle: BundleContent): readonly Place[] {
  const all = bundleDeployments(bundle);
  const isUnclear = all.length === 0 || all.some(({ pod }) => pod.isAbsent);
  if (isUnclear || all.some((deployment) => lacksServiceAccount(bundle, deployment))) return [];
  const owned = ownedResources(bundle);
  return bundlePermissions(bundle).filter((permission) => {
    const account = permission.at('serviceAccountName').text;
    if (account === undefined || account === '' || all.some((deployment) => deployment.account === account))
      return false;
    const own = permission.at('rules').items.map((rule) => ({ policy: decodedPolicyRule(rule) }));
    return owned.some(({ group, plural }) =>
      ['update', 'patch'].some((verb) => isGranted(own, { group, resource: `${plural}/status`, verb })),
    );
  });
}

/**
 * Returns unused accounts of permissions whose names differ in a letter or two from a Deployment's account. Names that
 * differ in digits are intended; short names are skipped.
 */
function misnamedAccounts(bundle: BundleContent) {
  const all = bundleDeployments(bundle);
  if (all.some((deployment) => lacksServiceAccount(bundle, deployment))) return [];
  const used = [...new Set(all.map(({ account }) => account))];
  const bundled = bundle.manifestsOf('', 'ServiceAccount').map((account) => account.at('metadata', 'name').text);
  return bundlePermissions(bundle).flatMap((permission) => {
    const place = permission.at('serviceAccountName');
    const { text = '' } = place;
    if (text.length <= 6 || used.includes(text) || bundled.includes(text)) return [];
    const meant = used.find((account) => account.length > 6 && editDistance(text, account) <= 2);
    const withoutDigits = (account: string) => account.replaceAll(/\d+/g, '');
    const isNumbered = meant !== undefined && withoutDigits(meant) === withoutDigits(text);
    return meant === undefined || isNumbered ? [] : [{ place, meant }];
  });
}
