// In: the roles in the manifests of two releases. Out: the rights that they gain or lose, for any subject. Called by
// `permissionFindings`.

import { bindings, type Place, policyRule } from '../../content/index.ts';
import { titleOf } from '../object-identity.ts';
import { both, type Kept, paired, type ReleasePair } from '../release-pair.ts';
import { type UpgradeFinding, upgradeFinding } from '../upgrade-finding.ts';
import { grantedRole } from './binding.ts';
import { formatGrowth, rightGrowth, rulesOf } from './right-growth.ts';

const group = 'rbac.authorization.k8s.io';

/** Reports roles of an operator's bundle that are added, removed, extended, reduced or aggregated into other roles. */
export function* roleFindings(kind: 'Role' | 'ClusterRole', releases: ReleasePair): Generator<UpgradeFinding> {
  const [old, present] = both(releases, (bundle) => bundle.manifestsOf(group, kind));
  const { kept, gone, added } = paired(old, present, identity);
  for (const role of gone) {
    yield upgradeFinding(role, {
      severity: 'risky',
      rule: 'role-gone',
      what: `${titleOf(role)} is gone`,
      hits: 'subjects that are bound to it: they lose its rights',
      remedy: 'keep the role',
    });
  }
  for (const role of added) {
    yield upgradeFinding(role, {
      severity: 'risky',
      rule: 'role-added',
      what: `${titleOf(role)} is new`,
      hits: "the cluster's administrator: under OLM v1 the upgrade fails where the installer lacks what the role allows",
      remedy: 'name it to administrators in the release notes, or do without it',
    });
    yield* aggregationFindings(role);
  }
  for (const role of kept) {
    yield* changeFindings(role, releases);
    yield* aggregationFindings(role.after, role.before);
    yield* lossFindings(role);
  }
}

function* changeFindings({ before, after }: Kept, releases: ReleasePair): Generator<UpgradeFinding> {
  const isBound = bindings(releases.after).some((binding) => grantedRole(binding) === titleOf(after));
  for (const rule of rulesOf(after)) {
    for (const more of rightGrowth(rule, rulesOf(before).map(policyRule))) {
      yield upgradeFinding(rule, {
        severity: isBound || aggregatesOf(after).length > 0 ? 'risky' : 'notice',
        rule: 'role-grown',
        what: `${titleOf(after)} allows its subjects to ${formatGrowth(more)}`,
        hits: 'administrators: subjects that are bound to it gain rights',
        remedy: 'nothing, if all its subjects are trusted with that',
      });
    }
  }
  for (const rule of rulesOf(before)) {
    for (const less of rightGrowth(rule, rulesOf(after).map(policyRule))) {
      yield upgradeFinding(rule, {
        severity: 'risky',
        rule: 'role-shrunk',
        what: `${titleOf(after)} no longer allows its subjects to ${formatGrowth(less)}`,
        hits: 'subjects that are bound to it: such requests are rejected',
        remedy: 'keep the rule',
      });
    }
  }
}

function* aggregationFindings(role: Place, before?: Place): Generator<UpgradeFinding> {
  const known = before === undefined ? [] : aggregatesOf(before).map(([label]) => label);
  for (const [label, place] of aggregatesOf(role)) {
    if (known.includes(label)) continue;
    yield upgradeFinding(place, {
      severity: 'risky',
      rule: 'role-aggregated',
      what: `${titleOf(role)} is aggregated into the ClusterRole ${label.slice(prefix.length)}`,
      hits: 'administrators: subjects that are bound to that ClusterRole, in any namespace, gain the rights of this one',
      remedy: 'leave the label out, if not all of them are to be trusted with that',
    });
  }
}

/** Reports rights that aggregated ClusterRoles lose with this one. */
function* lossFindings({ before, after }: Kept): Generator<UpgradeFinding> {
  const present = aggregatesOf(after).map(([label]) => label);
  for (const [label, place] of aggregatesOf(before)) {
    if (present.includes(label)) continue;
    yield upgradeFinding(place, {
      severity: 'risky',
      rule: 'role-shrunk',
      what: `${titleOf(after)} is no longer aggregated into the ClusterRole ${label.slice(prefix.length)}`,
      hits: 'subjects that are bound to that ClusterRole, in any namespace: they lose the rights of this one',
      remedy: 'keep the label',
    });
  }
}

const prefix = `${group}/aggregate-to-`;

/**
 * Returns the labels that aggregate a ClusterRole into others.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/rbac/#aggregated-clusterroles
 */
function aggregatesOf(role: Place): readonly (readonly [label: string, place: Place])[] {
  if (role.at('kind').text !== 'ClusterRole') return [];
  const labels = role.at('metadata', 'labels').fields;
  return labels.filter(([label, { text }]) => label.startsWith(prefix) && text === 'true');
}

function identity(role: Place): string | undefined {
  const [namespace = '', name] = ['namespace', 'name'].map((field) => role.at('metadata', field).text);
  return name === undefined ? undefined : `${namespace}/${name}`;
}
