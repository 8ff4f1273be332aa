import {
  bundlePermissions,
  decodedPolicyRule,
  type PermissionScope,
  type Place,
  policyRulesAt,
} from '../../content/index.ts';
import type { ReleasePair } from '../release-pair.ts';
import { type UpgradeFinding, upgradeFinding } from '../upgrade-finding.ts';
import { bindingChanges } from './binding-change.ts';
import { formatRightGrowth, rightGrowth } from './right-growth.ts';
import { roleChanges } from './role-change.ts';

/** Reports changes of the operator's permissions, and of the roles in its bundle. */
export function* permissionChanges(releases: ReleasePair): Generator<UpgradeFinding> {
  yield* addedAccountFindings(releases);
  for (const reach of ['permissions', 'clusterPermissions'] as const) yield* permissionGrowthFindings(reach, releases);
  for (const kind of ['Role', 'ClusterRole'] as const) yield* roleChanges(kind, releases);
  yield* bindingChanges(releases);
}

function* addedAccountFindings({ before, after }: ReleasePair): Generator<UpgradeFinding> {
  const known = new Set(bundlePermissions(before).map(accountOfPermission));
  const added = new Set(
    bundlePermissions(after)
      .map(accountOfPermission)
      .filter((account) => !known.has(account)),
  );
  for (const account of added) {
    const grant = bundlePermissions(after).find((each) => accountOfPermission(each) === account);
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

function* permissionGrowthFindings(reach: PermissionScope, { before, after }: ReleasePair): Generator<UpgradeFinding> {
  const known = new Set(bundlePermissions(before).map(accountOfPermission));
  for (const grant of bundlePermissions(after, [reach])) {
    const account = accountOfPermission(grant);
    // A new account may hold rights that the operator already had by another account.
    const held = [
      ...bundlePermissions(before, ['clusterPermissions']),
      ...(reach === 'permissions' ? bundlePermissions(before, [reach]) : []),
    ]
      .filter((each) => accountOfPermission(each) === account || !known.has(account))
      .flatMap(policyRulesAt)
      .map(decodedPolicyRule);
    for (const rule of policyRulesAt(grant)) {
      for (const more of rightGrowth(rule, held)) {
        yield upgradeFinding(rule, {
          severity: 'risky',
          rule: 'permission-grown',
          what: `ServiceAccount ${account} may ${formatRightGrowth(more)}${reach === 'clusterPermissions' ? ' in all namespaces' : ''}`,
          hits: "the cluster's administrator: the upgrade grants the operator rights without approval, and under OLM v1 it fails where the installer lacks them itself",
          remedy: 'name it to administrators in the release notes, or do without it',
        });
      }
    }
  }
}

function accountOfPermission(grant: Place): string {
  return grant.at('serviceAccountName').text ?? '';
}
