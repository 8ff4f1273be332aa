import { bundleBindings, type Place } from '../../content/index.ts';
import { immutableChanges } from '../child/immutable-field.ts';
import { manifestIdentity, objectGroupKind, objectTitleOf } from '../object-identity.ts';
import { both, pairedParts, type ReleasePair } from '../release-pair.ts';
import { type UpgradeFinding, upgradeFinding } from '../upgrade-finding.ts';

/** Reports users, groups and accounts that gain or lose a role. */
export function* bindingChanges({ before, after }: ReleasePair): Generator<UpgradeFinding> {
  const [held, given] = both(
    { before, after },
    (bundle) =>
      new Set(
        bundleBindings(bundle).flatMap((each) => bindingSubjects(each).map((subject) => bindingGrant(each, subject))),
      ),
  );
  const refused = immutableBindings({ before, after });
  for (const binding of bundleBindings(after).filter((each) => !refused.has(each))) {
    const added = bindingSubjects(binding).filter((subject) => !held.has(bindingGrant(binding, subject)));
    if (added.length === 0) continue;
    yield upgradeFinding(binding, {
      severity: 'risky',
      rule: 'binding-grown',
      what: `${objectTitleOf(binding)} grants the ${grantedRole(binding)} to ${added.map(subjectWords).join(', ')}`,
      hits: "the cluster's administrator: the upgrade grants rights without approval, and under OLM v1 it fails where the installer lacks them itself",
      remedy: 'name it to administrators in the release notes, or let them bind the role',
    });
  }
  for (const binding of bundleBindings(before).filter((each) => !refused.has(each))) {
    const gone = bindingSubjects(binding).filter((subject) => !given.has(bindingGrant(binding, subject)));
    if (gone.length === 0) continue;
    yield upgradeFinding(binding, {
      severity: 'risky',
      rule: 'binding-shrunk',
      what: `the ${grantedRole(binding)} is no longer granted to ${gone.map(subjectWords).join(', ')}`,
      hits: 'subjects that had the role by it: requests that need the role are rejected',
      remedy: 'keep the binding, or ask administrators in the release notes to bind the role',
    });
  }
}

/**
 * Returns bindings with a new role in both releases. The API server rejects that change, and another rule reports it.
 */
function immutableBindings({ before, after }: ReleasePair): ReadonlySet<Place> {
  const { kept } = pairedParts(bundleBindings(before), bundleBindings(after), manifestIdentity);
  const refused = kept.filter((binding) => immutableChanges(objectGroupKind(binding.after), binding).length > 0);
  return new Set(refused.flatMap((binding) => [binding.before, binding.after]));
}

/** Returns the role that a binding grants, such as `ClusterRole admin`. */
export function grantedRole(binding: Place): string {
  return `${binding.at('roleRef', 'kind').text} ${binding.at('roleRef', 'name').text}`;
}

function bindingSubjects(binding: Place): readonly Place[] {
  return binding.at('subjects').items;
}

/** Identifies a grant by subject, role and scope: the name of the binding makes no difference. */
function bindingGrant(binding: Place, subject: Place): string {
  const reach = binding.at('kind').text === 'RoleBinding' ? (binding.at('metadata', 'namespace').text ?? '') : '*';
  return [reach, grantedRole(binding), subjectWords(subject)].join('\n');
}

function subjectWords(subject: Place): string {
  const [kind, namespace, name] = ['kind', 'namespace', 'name'].map((field) => subject.at(field).text);
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}
