import { bundleBindings, type Place } from '../../content/index.ts';
import { immutableChanges } from '../child/immutable-field.ts';
import { manifestIdentity, objectGroupKind, objectTitleOf } from '../object-identity.ts';
import { both, pairedParts, type ReleasePair } from '../release-pair.ts';
import { type UpgradeFinding, upgradeFinding } from '../upgrade-finding.ts';

/** Reports users, groups and accounts that gain or lose a role. */
export function* bindingChanges(releases: ReleasePair): Generator<UpgradeFinding> {
  const [old, present] = both(releases, bundleBindings);
  const { kept } = pairedParts(old, present, manifestIdentity);
  // The API server rejects a new role in a binding, and another rule reports it.
  const refused = new Set(
    kept
      .filter((binding) => immutableChanges(objectGroupKind(binding.after), binding).length > 0)
      .flatMap(({ before, after }) => [before, after]),
  );
  const isChangeable = (binding: Place) => !refused.has(binding);
  for (const { binding, subjects } of subjectsBeyond(present.filter(isChangeable), old)) {
    yield upgradeFinding(binding, {
      severity: 'risky',
      rule: 'binding-grown',
      what: `${objectTitleOf(binding)} grants the ${grantedRole(binding)} to ${subjects}`,
      hits: "the cluster's administrator: the upgrade grants rights without approval, and under OLM v1 it fails where the installer lacks them itself",
      remedy: 'name it to administrators in the release notes, or let them bind the role',
    });
  }
  for (const { binding, subjects } of subjectsBeyond(old.filter(isChangeable), present)) {
    yield upgradeFinding(binding, {
      severity: 'risky',
      rule: 'binding-shrunk',
      what: `the ${grantedRole(binding)} is no longer granted to ${subjects}`,
      hits: 'subjects that had the role by it: requests that need the role are rejected',
      remedy: 'keep the binding, or ask administrators in the release notes to bind the role',
    });
  }
}

/** Returns the bindings with subjects that have the role by none of the others, and the titles of these subjects. */
function subjectsBeyond(bindings: readonly Place[], others: readonly Place[]) {
  const subjectsOf = (binding: Place) => binding.at('subjects').items;
  const held = new Set(others.flatMap((each) => subjectsOf(each).map((subject) => bindingGrant(each, subject))));
  return bindings
    .map((binding) => {
      const beyond = subjectsOf(binding).filter((subject) => !held.has(bindingGrant(binding, subject)));
      return { binding, subjects: beyond.map(subjectWords).join(', ') };
    })
    .filter(({ subjects }) => subjects !== '');
}

/** Returns the role that a binding grants in one release, such as `ClusterRole admin`. */
export function grantedRole(binding: Place): string {
  return `${binding.at('roleRef', 'kind').text} ${binding.at('roleRef', 'name').text}`;
}

/**
 * Identifies a grant by subject, role and scope: name and namespace of the binding make no difference, since OLM puts it
 * into that of the installation.
 */
function bindingGrant(binding: Place, subject: Place): string {
  return [binding.at('kind').text, grantedRole(binding), subjectWords(subject)].join('\n');
}

function subjectWords(subject: Place): string {
  const [kind, namespace, name] = ['kind', 'namespace', 'name'].map((field) => subject.at(field).text);
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}
