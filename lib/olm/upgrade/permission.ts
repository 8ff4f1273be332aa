// In: the rights that two releases ask for or give. Out: those that have grown, and those of users that have shrunk.
// Called by `upgradeFindings`.

import type { BundleContent, Place } from '../content/index.ts';
import { type Growth, growth } from './granted.ts';
import { paired, type ReleasePair } from './release-pair.ts';
import { type UpgradeFinding, upgradeFinding } from './upgrade-finding.ts';

type Reach = 'permissions' | 'clusterPermissions';

/** What the operator may do, and what the roles that come with it allow. */
export function* permissionFindings(releases: ReleasePair): Generator<UpgradeFinding> {
  yield* accountFindings(releases);
  for (const reach of ['permissions', 'clusterPermissions'] as const) yield* growthFindings(reach, releases);
  for (const kind of ['Role', 'ClusterRole']) yield* roleFindings(kind, releases);
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
          what: `ServiceAccount ${account} may ${inWords(more)}${reach === 'clusterPermissions' ? ' in all namespaces' : ''}`,
          who: "the cluster's administrator: the upgrade gives the operator rights that nobody has agreed to, and under OLM v1 it fails where the installer lacks them itself",
          remedy: 'tell administrators in the release notes, or do without it',
        });
      }
    }
  }
}

function* roleFindings(kind: string, { before, after }: ReleasePair): Generator<UpgradeFinding> {
  const roles = [before, after].map((bundle) => bundle.manifestsOf('rbac.authorization.k8s.io', kind));
  const { kept, gone } = paired(roles[0] ?? [], roles[1] ?? [], (role) => role.at('metadata', 'name').text);
  for (const role of gone) {
    yield upgradeFinding(role, {
      severity: 'risky',
      rule: 'role-gone',
      what: `${kind} ${role.at('metadata', 'name').text} is gone`,
      who: 'whoever is bound to it loses what it allows',
      remedy: 'keep the role',
    });
  }
  for (const { before: old, after: present } of kept) {
    const name = `${kind} ${present.at('metadata', 'name').text}`;
    for (const rule of rulesOf(present)) {
      for (const more of growth(rule, rulesOf(old))) {
        yield upgradeFinding(rule, {
          severity: 'notice',
          rule: 'role-grown',
          what: `${name} allows one to ${inWords(more)}`,
          who: 'whoever is bound to it may do more',
          remedy: 'nothing, if whoever is bound to it is to be trusted with that',
        });
      }
    }
    for (const rule of rulesOf(old)) {
      for (const less of growth(rule, rulesOf(present))) {
        yield upgradeFinding(rule, {
          severity: 'risky',
          rule: 'role-shrunk',
          what: `${name} no longer allows one to ${inWords(less)}`,
          who: 'whoever is bound to it is refused',
          remedy: 'keep the rule',
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

function rulesOf(place: Place): readonly Place[] {
  return place.at('rules').items;
}

function accountOf(grant: Place): string {
  return grant.at('serviceAccountName').text ?? '';
}

function inWords({ target, verbs }: Growth): string {
  return `${verbs.map((verb) => (verb === '*' ? 'do anything with' : verb)).join(', ')} ${target}`;
}
