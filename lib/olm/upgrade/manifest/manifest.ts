// In: the objects of two releases besides their ClusterServiceVersion and definitions. Out: the effects on installed
// ones. Called by `upgradeFindings`; other modules compare roles and policies.

import type { Place } from '../../content/index.ts';
import { immutableChanges } from '../child/immutable-field.ts';
import { groupKindOf, titleOf } from '../object-identity.ts';
import { both, paired, type ReleasePair } from '../release-pair.ts';
import { shownChange } from '../shown-value.ts';
import { type UpgradeFinding, upgradeFinding } from '../upgrade-finding.ts';
import { goneManifest } from './gone-manifest.ts';
import { manifestIdentity } from './manifest-identity.ts';
import { manifestServiceFindings } from './manifest-service.ts';
import { neededApiFindings } from './needed-api.ts';
import { refusedWrite } from './refused-write.ts';

/**
 * Reports objects that the installer can't update, that other programs use, or that need an API which clusters may
 * lack.
 */
export function* manifestFindings(releases: ReleasePair): Generator<UpgradeFinding> {
  const [old, present] = both(releases, ({ manifests }) => manifests.filter(isExtra));
  const { kept, gone } = paired(old, present, manifestIdentity);
  for (const manifest of kept) {
    const kind = groupKindOf(manifest.after);
    for (const { before, after } of immutableChanges(kind, manifest)) {
      yield upgradeFinding(after, {
        severity: 'breaking',
        rule: 'immutable-changed',
        what: `${titleOf(manifest.after)}: ${shownChange(manifest.after, { before, after })}`,
        ...refusedWrite,
      });
    }
    if (kind === 'Service') yield* manifestServiceFindings(manifest);
  }
  for (const manifest of gone) yield* goneManifest(manifest, releases.after);
  yield* neededApiFindings(releases);
}

/** Kinds that other modules compare in more detail. */
const closer: ReadonlySet<string> = new Set([
  'ClusterServiceVersion.operators.coreos.com',
  'CustomResourceDefinition.apiextensions.k8s.io',
]);

function isExtra(manifest: Place): boolean {
  return !closer.has(groupKindOf(manifest));
}
