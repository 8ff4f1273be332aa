import { isSubdomain } from '../../../api/index.ts';
import type { BundleContent, Place } from '../../content/index.ts';
import { lacksAccount } from '../account.ts';
import { deployments } from '../deployment.ts';
import { isGranted, permissions } from '../grant.ts';
import { isMistyped } from '../mistyped.ts';
import { ownedResources } from '../owned-resource.ts';
import type { Rule } from '../rule.ts';

/** What is demanded of the accounts that permissions are for. */
export const permissionRules: readonly Rule[] = [
  {
    id: 'permission-account',
    demand: 'A permission names the account that has it.',
    severity: 'error',
    *check(bundle) {
      for (const place of permissions(bundle).map((permission) => permission.at('serviceAccountName'))) {
        if (isMistyped(place) || isSubdomain(place.text ?? '')) continue;
        yield {
          place,
          what:
            (place.text ?? '') === ''
              ? 'nobody is named who has the permission'
              : `${place.text ?? ''} is no name of an account`,
          remedy: "name the serviceAccountName of the Deployment's pods",
        };
      }
    },
  },
  {
    id: 'permission-unused',
    demand: "Whoever may write what the operator's kinds say of their state is an account that a Deployment runs as.",
    severity: 'warning',
    *check(bundle) {
      for (const permission of strangers(bundle)) {
        const place = permission.at('serviceAccountName');
        const used = [...new Set(deployments(bundle).map(({ account }) => account))];
        yield {
          place,
          what: `no Deployment runs as ${place.text ?? ''}, which has the rights of a manager`,
          remedy: `give them to ${used.join(' or ')}, as which the Deployments run`,
        };
      }
    },
  },
  {
    id: 'permission-account-object',
    demand: 'The bundle brings no ServiceAccount that has permissions: OLM makes it.',
    severity: 'error',
    *check(bundle) {
      const granted = new Set(permissions(bundle).map((permission) => permission.at('serviceAccountName').text));
      for (const place of bundle.manifestsOf('', 'ServiceAccount').map((account) => account.at('metadata', 'name'))) {
        if (place.text === undefined || !granted.has(place.text)) continue;
        yield {
          place,
          what: `OLM makes the account ${place.text} itself, since it has permissions`,
          remedy: 'leave it out of the bundle',
        };
      }
    },
  },
];

/**
 * The permissions of accounts that nobody runs as, although they are those of a manager. Others may be meant for what the
 * operator starts, and are nobody's business. None if a Deployment runs as an account that isn't there: that is told instead.
 */
export function strangers(bundle: BundleContent): readonly Place[] {
  const all = deployments(bundle);
  const isUnclear = all.length === 0 || all.some(({ pod }) => pod.isAbsent);
  if (isUnclear || all.some((deployment) => lacksAccount(bundle, deployment))) return [];
  const owned = ownedResources(bundle);
  return permissions(bundle).filter((permission) => {
    const account = permission.at('serviceAccountName').text;
    if (account === undefined || account === '' || all.some((deployment) => deployment.account === account))
      return false;
    const own = permission.at('rules').items.map((rule) => ({ account, rule }));
    return owned.some(({ group, plural }) =>
      ['update', 'patch'].some((verb) => isGranted(own, { group, resource: `${plural}/status`, verb })),
    );
  });
}
