import { isSubdomain } from '../../../../api/index.ts';
import { editDistance } from '../../../../schema/index.ts';
import { type BundleContent, type Place, permissions } from '../../../content/index.ts';
import { lacksAccount } from '../../access/account.ts';
import { isGranted } from '../../access/grant.ts';
import { ownedResources } from '../../access/owned-resource.ts';
import { isMistyped } from '../../mistyped.ts';
import type { Rule } from '../../rule.ts';
import { deployments } from '../../workload/deployment.ts';

/** What is demanded of the accounts that permissions are for. */
export const permissionRules: readonly Rule[] = [
  {
    id: 'permission-account',
    demand: 'A permission names the account that has it.',
    rejection: { by: 'API server', message: 'name or generateName is required' },
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
    id: 'permission-account-slip',
    demand: 'A permission is for the account that a Deployment runs as, and not for one that is called nearly so.',
    *check(bundle) {
      for (const { place, meant } of misnamedAccounts(bundle)) {
        yield {
          place,
          what: `no Deployment runs as ${place.text ?? ''}, and one runs as ${meant}, which lacks the permission`,
          remedy: `write ${meant}, if that is what is meant`,
        };
      }
    },
  },
  {
    id: 'permission-unused',
    demand: "Whoever may write what the operator's kinds say of their state is an account that a Deployment runs as.",
    *check(bundle) {
      const misnamed = misnamedAccounts(bundle).map(({ place }) => place.text);
      for (const place of strangers(bundle).map((permission) => permission.at('serviceAccountName'))) {
        if (misnamed.includes(place.text)) continue;
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
    rejection: { by: 'operator-sdk', message: 'invalid service account found in bundle' },
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
function strangers(bundle: BundleContent): readonly Place[] {
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

/** An account that is called nearly as one that a Deployment runs as. */
interface MisnamedAccount {
  readonly place: Place;
  readonly meant: string;
}

/**
 * The accounts of permissions that nobody has and that differ in a letter or two from one that a Deployment runs as. Those
 * that differ in digits are meant to, and of short names nothing can be said.
 */
function misnamedAccounts(bundle: BundleContent): readonly MisnamedAccount[] {
  const all = deployments(bundle);
  if (all.some((deployment) => lacksAccount(bundle, deployment))) return [];
  const used = [...new Set(all.map(({ account }) => account))];
  const brought = bundle.manifestsOf('', 'ServiceAccount').map((account) => account.at('metadata', 'name').text);
  return permissions(bundle).flatMap((permission) => {
    const place = permission.at('serviceAccountName');
    const { text = '' } = place;
    if (text.length <= 6 || used.includes(text) || brought.includes(text)) return [];
    const meant = used.find((account) => account.length > 6 && editDistance(text, account) <= 2);
    const isNumbered = meant !== undefined && withoutDigits(meant) === withoutDigits(text);
    return meant === undefined || isNumbered ? [] : [{ place, meant }];
  });
}

function withoutDigits(text: string): string {
  return text.replaceAll(/\d+/g, '');
}
