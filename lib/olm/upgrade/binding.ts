// In: the bindings in the manifests of two releases. Out: who has a role now and hadn't before.
// Called by `permissionFindings`.

import type { BundleContent, Place } from '../content/index.ts';
import { titleOf } from './child-kind.ts';
import type { ReleasePair } from './release-pair.ts';
import { type UpgradeFinding, upgradeFinding } from './upgrade-finding.ts';

/** Roles that are given to whoever hadn't them: a user, a group or an account. */
export function* bindingFindings({ before, after }: ReleasePair): Generator<UpgradeFinding> {
  const held = new Set(bindingsOf(before).flatMap((binding) => subjectsOf(binding).map((who) => grant(binding, who))));
  for (const binding of bindingsOf(after)) {
    const added = subjectsOf(binding).filter((who) => !held.has(grant(binding, who)));
    if (added.length === 0) continue;
    yield upgradeFinding(binding, {
      severity: 'risky',
      rule: 'binding-grown',
      what: `${titleOf(binding)} gives the ${grantedRole(binding)} to ${added.map(inWords).join(', ')}`,
      who: "the cluster's administrator: the upgrade gives rights that nobody has agreed to, and under OLM v1 it fails where the installer lacks them itself",
      remedy: 'tell administrators in the release notes, or leave it to them whom they bind',
    });
  }
}

/** The bindings in a bundle's manifests. */
export function bindingsOf(bundle: BundleContent): readonly Place[] {
  return ['RoleBinding', 'ClusterRoleBinding'].flatMap((kind) => bundle.manifestsOf('rbac.authorization.k8s.io', kind));
}

/** The role that a binding gives, such as `ClusterRole admin`. */
export function grantedRole(binding: Place): string {
  return `${binding.at('roleRef', 'kind').text} ${binding.at('roleRef', 'name').text}`;
}

function subjectsOf(binding: Place): readonly Place[] {
  return binding.at('subjects').items;
}

/** Who has which role where: the name of the binding makes no difference. */
function grant(binding: Place, subject: Place): string {
  const reach = binding.at('kind').text === 'RoleBinding' ? (binding.at('metadata', 'namespace').text ?? '') : '*';
  return [reach, grantedRole(binding), inWords(subject)].join('\n');
}

function inWords(subject: Place): string {
  const [kind, namespace, name] = ['kind', 'namespace', 'name'].map((field) => subject.at(field).text);
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}
