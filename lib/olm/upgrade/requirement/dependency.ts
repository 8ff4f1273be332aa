import { canonicalJson } from '../../../schema/index.ts';
import type { BundleContent, Place } from '../../content/index.ts';
import { VersionRange } from '../../notation/version-range.ts';
import { both, pairedParts, type ReleasePair } from '../release-pair.ts';
import { type UpgradeFinding, upgradeFinding } from '../upgrade-finding.ts';

/** Reports new dependencies, and those that fewer versions of a package meet. */
export function* dependencyFindings(releases: ReleasePair): Generator<UpgradeFinding> {
  const [old, present] = both(releases, releaseNeeds);
  const packages = old.flatMap((need) => neededPackage(need) ?? []);
  for (const need of pairedParts(old, present, ({ value }) => canonicalJson(value)).added) {
    const needed = neededPackage(need);
    const isMetBy = ({ name, versions }: (typeof packages)[number]) =>
      name === needed?.name && versions.isWithin(needed.versions);
    if (packages.some(isMetBy)) continue;
    yield upgradeFinding(need, {
      severity: 'risky',
      rule: 'dependency-added',
      what: `has a new dependency: ${canonicalJson(need.value)}`,
      hits: 'clusters that lack it and whose catalogs do not offer it: the new release is not offered, or stays Pending; OLM v1 has no dependencies',
      remedy: 'name it in the release notes, or make it optional',
    });
  }
}

/** Returns other operators, third-party kinds, and APIs of the cluster, if they identify a dependency. */
function releaseNeeds({ clusterServiceVersion, dependencies }: BundleContent): readonly Place[] {
  const spec = clusterServiceVersion.at('spec');
  const named = [
    ...spec.at('customresourcedefinitions', 'required').items,
    ...spec.at('apiservicedefinitions', 'required').items,
  ].map((place) => place.with({ name: place.at('name').text, version: place.at('version').text }));
  return [...dependencies.items, ...named, ...spec.at('nativeAPIs').items];
}

/** Returns the package of a dependency; undefined if it has none, or if its range isn't valid. */
function neededPackage(dependency: Place) {
  const value = dependency.at('value');
  const isConstraint = dependency.at('type').text === 'olm.constraint';
  const [name, range] = isConstraint
    ? [value.at('package', 'packageName').text, value.at('package', 'versionRange').text]
    : [value.at('packageName').text, value.at('version').text];
  const versions = range === undefined ? undefined : VersionRange.parse(range);
  return name === undefined || versions === undefined ? undefined : { name, versions };
}
