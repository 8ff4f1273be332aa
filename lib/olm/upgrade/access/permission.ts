// In: the access that two releases need or grant. Out: the access of the operator that grew, and that of users that
// shrank. Called by `upgradeFindings`.

import { type PermissionScope, type Place, permissions, policyRule } from '../../content/index.ts';
import type { ReleasePair } from '../release-pair.ts';
import { type UpgradeFinding, upgradeFinding } from '../upgrade-finding.ts';
import { bindingFindings } from './binding.ts';
import { formatGrowth, rightGrowth, rulesOf } from './right-growth.ts';
import { roleFindings } from './role.ts';

/** Reports changes of the operator's permissions, and of the roles in its bundle. */
export function* permissionFindings(releases: ReleasePair): Generator<UpgradeFinding> {
  yield* accountFindings(releases);
  for (const reach of ['permissions', 'clusterPermissions'] as const) yield* growthFindings(reach, releases);
  for (const kind of ['Role', 'ClusterRole'] as const) yield* roleFindings(kind, releases);
  yield* bindingFindings(releases);
}

function* accountFindings({ before, after }: ReleasePair): Generator<UpgradeFinding> {
  const known = new Set(permissions(before).map(accountOf));
  const added = new Set(
    permissions(after)
      .map(accountOf)
      .filter((account) => !known.has(account)),
  );
  for (const account of added) {
    const grant = permissions(after).find((each) => accountOf(each) === account);
    if (grant === undefined) continue;
    yield upgradeFinding(grant.at('serviceAccountName'), {
      severity: 'notice',
      rule: 'account-added',
      what: `the ServiceAccount ${account} is new`,
      hits: 'administrators: users who may run pods in the namespace of the operator may use it',
      remedy: 'nothing',
    });
  }
}

function* growthFindings(reach: PermissionScope, { before, after }: ReleasePair): Generator<UpgradeFinding> {
  const known = new Set(permissions(before).map(accountOf));
  for (const grant of permissions(after, [reach])) {
    const account = accountOf(grant);
    // A new account may hold rights that the operator already had by another account.
    const held = [
      ...permissions(before, ['clusterPermissions']),
      ...(reach === 'permissions' ? permissions(before, [reach]) : []),
    ]
      .filter((each) => accountOf(each) === account || !known.has(account))
      .flatMap(rulesOf)
      .map(policyRule);
    for (const rule of rulesOf(grant)) {
      for (const more of rightGrowth(rule, held)) {
        yield upgradeFinding(rule, {
          severity: 'risky',
          rule: 'permission-grown',
          what: `ServiceAccount ${account} may ${formatGrowth(more)}${reach === 'clusterPermissions' ? ' in all namespaces' : ''}`,
          hits: "the cluster's administrator: the upgrade grants the operator rights without approval, and under OLM v1 it fails where the installer lacks them itself",
          remedy: 'name it to administrators in the release notes, or do without it',
        });
      }
    }
  }
}

function accountOf(grant: Place): string {
  return grant.at('serviceAccountName').text ?? '';
}
