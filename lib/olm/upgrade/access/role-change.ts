import { bundleBindings, decodedPolicyRule, type Place, policyRulesAt } from '../../content/index.ts';
import { manifestIdentity, objectTitleOf } from '../object-identity.ts';
import { both, type Kept, pairedParts, type ReleasePair } from '../release-pair.ts';
import { type UpgradeFinding, upgradeFinding } from '../upgrade-finding.ts';
import { grantedRole } from './binding-change.ts';
import { formatRightGrowth, rightGrowth } from './right-growth.ts';

const group = 'rbac.authorization.k8s.io';

/** Reports roles of an operator's bundle that are added, removed, extended, reduced or aggregated into other roles. */
export function* roleChanges(kind: 'Role' | 'ClusterRole', releases: ReleasePair): Generator<UpgradeFinding> {
  const [old, present] = both(releases, (bundle) => bundle.manifestsOf(group, kind));
  const { kept, gone, added } = pairedParts(old, present, manifestIdentity);
  for (const role of gone) {
    yield upgradeFinding(role, {
      severity: 'risky',
      rule: 'role-gone',
      what: `${objectTitleOf(role)} is gone`,
      hits: 'subjects that are bound to it: they lose its rights',
      remedy: 'keep the role',
    });
  }
  for (const role of added) {
    yield upgradeFinding(role, {
      severity: 'risky',
      rule: 'role-added',
      what: `${objectTitleOf(role)} is new`,
      hits: "the cluster's administrator: under OLM v1 the upgrade fails where the installer lacks what the role allows",
      remedy: 'name it to administrators in the release notes, or do without it',
    });
    yield* aggregationFindings(role);
  }
  for (const role of kept) {
    yield* keptRoleFindings(role, releases);
    yield* aggregationFindings(role.after, role.before);
    for (const [label, place] of labelsBeyond(role.before, role.after)) {
      yield upgradeFinding(place, {
        severity: 'risky',
        rule: 'role-shrunk',
        what: `${objectTitleOf(role.after)} is no longer aggregated into the ClusterRole ${label.slice(prefix.length)}`,
        hits: 'subjects that are bound to that ClusterRole, in any namespace: they lose the rights of this one',
        remedy: 'keep the label',
      });
    }
  }
}

function* keptRoleFindings({ before, after }: Kept, releases: ReleasePair): Generator<UpgradeFinding> {
  const isBound = bundleBindings(releases.after).some((binding) => grantedRole(binding) === objectTitleOf(after));
  for (const rule of policyRulesAt(after)) {
    for (const more of rightGrowth(rule, policyRulesAt(before).map(decodedPolicyRule))) {
      yield upgradeFinding(rule, {
        severity: isBound || aggregationLabels(after).length > 0 ? 'risky' : 'notice',
        rule: 'role-grown',
        what: `${objectTitleOf(after)} allows its subjects to ${formatRightGrowth(more)}`,
        hits: 'administrators: subjects that are bound to it gain rights',
        remedy: 'nothing, if all its subjects are trusted with that',
      });
    }
  }
  for (const rule of policyRulesAt(before)) {
    for (const less of rightGrowth(rule, policyRulesAt(after).map(decodedPolicyRule))) {
      yield upgradeFinding(rule, {
        severity: 'risky',
        rule: 'role-shrunk',
        what: `${objectTitleOf(after)} no longer allows its subjects to ${formatRightGrowth(less)}`,
        hits: 'subjects that are bound to it: such requests are rejected',
        remedy: 'keep the rule',
      });
    }
  }
}

function* aggregationFindings(role: Place, before?: Place): Generator<UpgradeFinding> {
  for (const [label, place] of labelsBeyond(role, before)) {
    yield upgradeFinding(place, {
      severity: 'risky',
      rule: 'role-aggregated',
      what: `${objectTitleOf(role)} is aggregated into the ClusterRole ${label.slice(prefix.length)}`,
      hits: 'administrators: subjects that are bound to that ClusterRole, in any namespace, gain the rights of this one',
      remedy: 'leave the label out, if not all of them are to be trusted with that',
    });
  }
}

/** Returns the labels by which only the first of two roles is aggregated. */
function labelsBeyond(role: Place, other?: Place) {
  const known = other === undefined ? [] : aggregationLabels(other).map(([label]) => label);
  return aggregationLabels(role).filter(([label]) => !known.includes(label));
}

const prefix = `${group}/aggregate-to-`;

/**
 * Returns the labels that aggregate a ClusterRole into others.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/rbac/#aggregated-clusterroles
 */
function aggregationLabels(role: Place): readonly (readonly [label: string, place: Place])[] {
  if (role.at('kind').text !== 'ClusterRole') return [];
  const labels = role.at('metadata', 'labels').fields;
  return labels.filter(([label, { text }]) => label.startsWith(prefix) && text === 'true');
}
