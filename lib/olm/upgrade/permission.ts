// In: the rights that two releases ask for or give. Out: those that have grown, and those of users that have shrunk.
// Called by `upgradeFindings`.

import type { BundleContent, Place } from '../content/index.ts';
import { bindingFindings } from './binding.ts';
import { formatGrowth, growth, rulesOf } from './granted.ts';
import type { ReleasePair } from './release-pair.ts';
import { roleFindings } from './role.ts';
import { type UpgradeFinding, upgradeFinding } from './upgrade-finding.ts';

type Reach = 'permissions' | 'clusterPermissions';

/** What the operator may do, and what the roles that come with it allow. */
export function* permissionFindings(releases: ReleasePair): Generator<UpgradeFinding> {
  yield* accountFindings(releases);
  for (const reach of ['permissions', 'clusterPermissions'] as const) yield* growthFindings(reach, releases);
  for (const kind of ['Role', 'ClusterRole'] as const) yield* roleFindings(kind, releases);
  yield* bindingFindings(releases);
}

function* accountFindings({ before, after }: ReleasePair): Generator<UpgradeFinding> {
  const known = new Set(grantsOf(before).map(accountOf));
  const added = new Set(
    grantsOf(after)
      .map(accountOf)
      .filter((account) => !known.has(account)),
  );
  for (const account of added) {
    const grant = grantsOf(after).find((each) => accountOf(each) === account);
    if (grant === undefined) continue;
    yield upgradeFinding(grant.at('serviceAccountName'), {
      severity: 'notice',
      rule: 'account-added',
      what: `the ServiceAccount ${account} is new`,
      who: 'administrators: who may run pods in the namespace of the operator may use it',
      remedy: 'nothing',
    });
  }
}

function* growthFindings(reach: Reach, { before, after }: ReleasePair): Generator<UpgradeFinding> {
  const known = new Set(grantsOf(before).map(accountOf));
  for (const grant of grantsOf(after, reach)) {
    const account = accountOf(grant);
    // A new account gives the operator nothing that it had by another one.
    const held = [
      ...grantsOf(before, 'clusterPermissions'),
      ...(reach === 'permissions' ? grantsOf(before, reach) : []),
    ]
      .filter((each) => accountOf(each) === account || !known.has(account))
      .flatMap(rulesOf);
    for (const rule of rulesOf(grant)) {
      for (const more of growth(rule, held)) {
        yield upgradeFinding(rule, {
          severity: 'risky',
          rule: 'permission-grown',
          what: `ServiceAccount ${account} may ${formatGrowth(more)}${reach === 'clusterPermissions' ? ' in all namespaces' : ''}`,
          who: "the cluster's administrator: the upgrade gives the operator rights that nobody has agreed to, and under OLM v1 it fails where the installer lacks them itself",
          remedy: 'tell administrators in the release notes, or do without it',
        });
      }
    }
  }
}

function grantsOf(bundle: BundleContent, ...reaches: readonly Reach[]): readonly Place[] {
  const install = bundle.clusterServiceVersion.at('spec', 'install', 'spec');
  const wanted = reaches.length === 0 ? (['permissions', 'clusterPermissions'] as const) : reaches;
  return wanted.flatMap((reach) => install.at(reach).items);
}

function accountOf(grant: Place): string {
  return grant.at('serviceAccountName').text ?? '';
}
