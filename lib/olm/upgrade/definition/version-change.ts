import type { BundleContent, Place } from '../../content/index.ts';
import { both, type Kept, pairedParts, type ReleasePair } from '../release-pair.ts';
import { schemaComparison } from '../schema/schema-comparison.ts';
import { SchemaPair } from '../schema/schema-pair.ts';
import { type UpgradeFinding, upgradeFinding } from '../upgrade-finding.ts';
import { versionSettingFindings } from './version-setting.ts';

/** Reports changes of the versions of a kind. */
export function* definitionVersionFindings(definition: Kept, releases: ReleasePair): Generator<UpgradeFinding> {
  const [before, after] = both(definition, (each) => each.at('spec', 'versions').items);
  const { kept, gone, added } = pairedParts(before, after, versionName);
  for (const version of gone) yield removedVersionFinding(version);
  for (const { before: old, after: present } of kept) {
    const name = versionName(present) ?? '';
    yield* schemaComparison(SchemaPair.of({ before: schemaOfVersion(old), after: schemaOfVersion(present) }, name));
    yield* versionSettingFindings({ before: old, after: present }, name);
  }
  yield* storageVersionFindings(before, after);
  if (areVersionsConverted(definition.after, releases.after)) return;
  const stored = before.find(isStorageVersion);
  for (const version of added) if (stored !== undefined) yield* unconvertedVersionFindings(stored, version);
}

function removedVersionFinding(version: Place): UpgradeFinding {
  const isServed = version.at('served').value === true;
  return upgradeFinding(version, {
    // A version that was neither served nor stored may still be in status.storedVersions of older installations.
    severity: isServed || isStorageVersion(version) ? 'breaking' : 'risky',
    rule: 'version-removed',
    what: `version ${versionName(version)} is gone`,
    hits: isServed
      ? `clients of that version, and clusters with objects stored in it: OLM rejects the upgrade where status.storedVersions names it`
      : 'clusters with objects stored in it: OLM rejects the upgrade where status.storedVersions names it',
    remedy: isServed
      ? 'keep it, `served: false` in the next release, until no cluster has objects stored in it: `migrate` of the operator’s program rewrites them'
      : 'keep it until no cluster has objects stored in it: `migrate` of the operator’s program rewrites them, and takes it out of status.storedVersions',
  });
}

function* storageVersionFindings(before: readonly Place[], after: readonly Place[]): Generator<UpgradeFinding> {
  const [old, present] = [before.find(isStorageVersion), after.find(isStorageVersion)];
  if (old === undefined || present === undefined || versionName(old) === versionName(present)) return;
  yield upgradeFinding(present.at('storage'), {
    severity: 'risky',
    rule: 'storage-changed',
    what: `objects are stored in ${versionName(present)}, and were in ${versionName(old)}`,
    hits: 'administrators: stored objects keep the old version until their next write, and a return to the old release may lose fields that only the new version has',
    remedy:
      'let `migrate` of the operator’s program rewrite stored objects, or put a StorageMigration into the operator',
  });
}

/** Without conversion, an object in one version is returned unchanged in another. */
function* unconvertedVersionFindings(stored: Place, version: Place): Generator<UpgradeFinding> {
  const name = versionName(version) ?? '';
  const lost = [
    ...schemaComparison(SchemaPair.of({ before: schemaOfVersion(stored), after: schemaOfVersion(version) }, name)),
  ];
  const [first] = lost.filter(({ severity }) => severity !== 'notice');
  if (first === undefined) return;
  yield upgradeFinding(version, {
    severity: 'breaking',
    rule: 'version-unconverted',
    what: `version ${name} is new and has no conversion, though it isn't the same as ${versionName(stored)}: ${first.what}`,
    hits: 'clients of the new version: they get stored objects unchanged, without the fields that the version lacks, and perhaps with values that are not valid in it',
    remedy: `give the version a conversion from ${versionName(stored)} and back`,
  });
}

function versionName(version: Place): string | undefined {
  return version.at('name').text;
}

function schemaOfVersion(version: Place): Place {
  return version.at('schema', 'openAPIV3Schema');
}

function isStorageVersion(version: Place): boolean {
  return version.at('storage').value === true;
}

/** Returns true if a webhook converts the versions of a definition, by its words or by the ClusterServiceVersion. */
export function areVersionsConverted(definition: Place, bundle: BundleContent): boolean {
  const name = definition.at('metadata', 'name').text;
  if (definition.at('spec', 'conversion', 'strategy').text === 'Webhook') return true;
  const webhooks = bundle.clusterServiceVersion.at('spec', 'webhookdefinitions').items;
  return name !== undefined && webhooks.some((webhook) => webhook.at('conversionCRDs').texts.includes(name));
}
