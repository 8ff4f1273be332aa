// In: the versions of a kind in two releases. Out: the effects on clients of a version, and on objects stored in it.
// Called for each definition that both releases have.

import type { Place } from '../../content/index.ts';
import { both, type Kept, paired, type ReleasePair } from '../release-pair.ts';
import { schemaComparison } from '../schema/schema-comparison.ts';
import { SchemaPair } from '../schema/schema-pair.ts';
import { type UpgradeFinding, upgradeFinding } from '../upgrade-finding.ts';
import { isConverted } from './conversion.ts';
import { versionServiceFindings } from './version-service.ts';

/** Reports changes of the versions of a kind. */
export function* definitionVersionFindings(definition: Kept, releases: ReleasePair): Generator<UpgradeFinding> {
  const [before, after] = both(definition, (each) => each.at('spec', 'versions').items);
  const { kept, gone, added } = paired(before, after, nameOf);
  for (const version of gone) yield removed(version);
  for (const { before: old, after: present } of kept) {
    const name = nameOf(present) ?? '';
    yield* schemaComparison(SchemaPair.of({ before: schemaOf(old), after: schemaOf(present) }, name));
    yield* versionServiceFindings({ before: old, after: present }, name);
  }
  yield* storageFindings(before, after);
  if (isConverted(definition.after, releases.after)) return;
  const stored = before.find(isStored);
  for (const version of added) if (stored !== undefined) yield* unconvertedFindings(stored, version);
}

function removed(version: Place): UpgradeFinding {
  const isServed = version.at('served').value === true;
  return upgradeFinding(version, {
    // A version that was neither served nor stored may still be in status.storedVersions of older installations.
    severity: isServed || isStored(version) ? 'breaking' : 'risky',
    rule: 'version-removed',
    what: `version ${nameOf(version)} is gone`,
    hits: isServed
      ? `clients of that version, and clusters with objects stored in it: OLM rejects the upgrade where status.storedVersions names it`
      : 'clusters with objects stored in it: OLM rejects the upgrade where status.storedVersions names it',
    remedy: isServed
      ? 'keep it, `served: false` in the next release, until no cluster has objects stored in it: `migrate` of the operator’s program rewrites them'
      : 'keep it until no cluster has objects stored in it: `migrate` of the operator’s program rewrites them, and takes it out of status.storedVersions',
  });
}

function* storageFindings(before: readonly Place[], after: readonly Place[]): Generator<UpgradeFinding> {
  const [old, present] = [before.find(isStored), after.find(isStored)];
  if (old === undefined || present === undefined || nameOf(old) === nameOf(present)) return;
  yield upgradeFinding(present.at('storage'), {
    severity: 'risky',
    rule: 'storage-changed',
    what: `objects are stored in ${nameOf(present)}, and were in ${nameOf(old)}`,
    hits: 'administrators: stored objects keep the old version until their next write, and a return to the old release may lose fields that only the new version has',
    remedy:
      'let `migrate` of the operator’s program rewrite stored objects, or put a StorageMigration into the operator',
  });
}

/** Without conversion, an object in one version is returned unchanged in another. */
function* unconvertedFindings(stored: Place, version: Place): Generator<UpgradeFinding> {
  const name = nameOf(version) ?? '';
  const lost = [...schemaComparison(SchemaPair.of({ before: schemaOf(stored), after: schemaOf(version) }, name))];
  const [first] = lost.filter(({ severity }) => severity !== 'notice');
  if (first === undefined) return;
  yield upgradeFinding(version, {
    severity: 'breaking',
    rule: 'version-unconverted',
    what: `version ${name} is new and has no conversion, though it isn't the same as ${nameOf(stored)}: ${first.what}`,
    hits: 'clients of the new version: they get stored objects unchanged, without the fields that the version lacks, and perhaps with values that are not valid in it',
    remedy: `give the version a conversion from ${nameOf(stored)} and back`,
  });
}

function nameOf(version: Place): string | undefined {
  return version.at('name').text;
}

function schemaOf(version: Place): Place {
  return version.at('schema', 'openAPIV3Schema');
}

function isStored(version: Place): boolean {
  return version.at('storage').value === true;
}
