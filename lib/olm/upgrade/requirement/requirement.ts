import { isDeepStrictEqual } from 'node:util';
import compare from 'semver/functions/compare.js';
import valid from 'semver/functions/valid.js';
import { canonicalJson } from '../../../schema/index.ts';
import { type BundleContent, bundleProperties, type Place } from '../../content/index.ts';
import {
  lastOpenshift,
  oldestOpenshift,
  openshiftMinor,
  openshiftRange,
  openshiftVersions,
} from '../../notation/openshift-range.ts';
import { VersionRange } from '../../notation/version-range.ts';
import { both, pairedParts, type ReleasePair } from '../release-pair.ts';
import { shownValue } from '../shown-value.ts';
import { type UpgradeFinding, upgradeFinding } from '../upgrade-finding.ts';

/** Reports new requirements for a cluster, and install modes that are no longer supported. */
export function* requirementFindings(releases: ReleasePair): Generator<UpgradeFinding> {
  yield* installModeChanges(releases);
  yield* kubernetesVersionChanges(releases);
  yield* platformFindings(releases);
  yield* openshiftOfferFindings(releases);
  yield* openshiftLimitFindings(releases);
  yield* dependencyFindings(releases);
  yield* cleanupChanges(releases);
  yield* managerDeploymentFindings(releases);
}

function* installModeChanges({ before, after }: ReleasePair): Generator<UpgradeFinding> {
  const [old, present] = both({ before, after }, (bundle) =>
    serviceVersionSpec(bundle)
      .at('installModes')
      .items.filter((mode) => mode.at('supported').value === true),
  );
  for (const mode of pairedParts(old, present, (each) => each.at('type').text).gone) {
    yield upgradeFinding(serviceVersionSpec(after).at('installModes'), {
      severity: 'breaking',
      rule: 'install-mode-withdrawn',
      what: `the install mode ${mode.at('type').text} is no longer supported`,
      hits: 'installations in that mode: OLM rejects the new release there, and keeps the old one',
      remedy: 'keep the mode',
    });
  }
}

function* kubernetesVersionChanges({ before, after }: ReleasePair): Generator<UpgradeFinding> {
  const [old, place] = both({ before, after }, (bundle) => serviceVersionSpec(bundle).at('minKubeVersion'));
  const present = valid(place.text);
  if (present === null || compare(present, valid(old.text) ?? '0.0.0') <= 0) return;
  yield upgradeFinding(place, {
    severity: 'risky',
    rule: 'kubernetes-raised',
    what: `minKubeVersion ${old.text ?? 'none'} → ${present}`,
    hits: 'clusters with an older Kubernetes: the new release stays Pending there',
    remedy: 'name it in the release notes, or make it work with older releases',
  });
}

function* cleanupChanges(releases: ReleasePair): Generator<UpgradeFinding> {
  const [old, place] = both(releases, (bundle) => serviceVersionSpec(bundle).at('cleanup', 'enabled'));
  if (old.value === true || place.value !== true) return;
  yield upgradeFinding(place, {
    severity: 'risky',
    rule: 'cleanup-enabled',
    what: 'uninstalling the operator deletes all of its custom resources now',
    hits: 'administrators who uninstall it and expect its objects to stay: the objects of all users are deleted, with their children',
    remedy: 'leave it out, or announce it in the release notes',
  });
}

/** Reports changes of the operator's Deployment that no installer can make. */
function* managerDeploymentFindings({ before, after }: ReleasePair): Generator<UpgradeFinding> {
  const [old, present] = both(
    { before, after },
    (bundle) => serviceVersionSpec(bundle).at('install', 'spec', 'deployments').items,
  );
  for (const deployment of pairedParts(old, present, (each) => each.at('name').text).kept) {
    const [was, is] = both(deployment, (each) => each.at('spec', 'selector'));
    if (isDeepStrictEqual(was.value, is.value)) continue;
    yield upgradeFinding(is, {
      severity: 'breaking',
      rule: 'manager-selector-changed',
      what: `the selector of Deployment ${deployment.after.at('name').text}: ${canonicalJson(was.value)} → ${canonicalJson(is.value)}`,
      hits: 'the installer: the API server rejects the change, and the upgrade fails again and again',
      remedy:
        'keep the selector, or give the Deployment another name: then it is a new one, and the old one is deleted',
    });
  }
}

function serviceVersionSpec(bundle: BundleContent): Place {
  return bundle.clusterServiceVersion.at('spec');
}

function* openshiftOfferFindings(releases: ReleasePair): Generator<UpgradeFinding> {
  const [old, place] = both(releases, ({ annotations }) => annotations.at(openshiftVersions));
  const [was, is] = [openshiftRange(old.text ?? '') ?? { first: 0, last: Infinity }, openshiftRange(place.text ?? '')];
  const { text: kubernetes } = releases.after.clusterServiceVersion.at('spec', 'minKubeVersion');
  // Clusters with an older Kubernetes are reported with that requirement.
  const first = Math.max(was.first, oldestOpenshift(kubernetes ?? '') ?? 0);
  if (is === undefined || (is.first <= first && is.last >= was.last)) return;
  yield upgradeFinding(place, {
    severity: 'risky',
    rule: 'openshift-narrowed',
    what: `${openshiftVersions} ${shownValue(old.text)} → ${shownValue(place.text)}`,
    hits: "clusters with the releases of OpenShift that are left out: their catalogs don't offer the new release",
    remedy: 'name it in the release notes, or continue to offer the release there',
  });
}

function* openshiftLimitFindings(releases: ReleasePair): Generator<UpgradeFinding> {
  const [old, place] = both(releases, (bundle) => bundleProperties(bundle, lastOpenshift)[0]?.at('value'));
  const [was, is] = [old, place].map((last) => openshiftMinor(last?.text ?? ''));
  if (place === undefined || is === undefined || (was !== undefined && is >= was)) return;
  yield upgradeFinding(place, {
    severity: 'risky',
    rule: 'openshift-narrowed',
    what: `${lastOpenshift} ${shownValue(old?.value)} → ${shownValue(place.value)}`,
    hits: `clusters with OpenShift 4.${is} and later: OLM blocks their updates while the release is installed`,
    remedy: 'name it in the release notes, or make sure that it runs on later ones',
  });
}

/** Reports platforms that are no longer supported. */
function* platformFindings(releases: ReleasePair): Generator<UpgradeFinding> {
  const [old, present] = both(releases, platformsOfRelease);
  for (const [platform, place] of old) {
    if (present.has(platform)) continue;
    yield upgradeFinding(place, {
      severity: 'breaking',
      rule: 'platform-withdrawn',
      what: `${platform} is no longer supported`,
      hits: 'clusters of that platform: the new release has no image for them',
      remedy: 'build the image for it, and keep it among the architectures of the bundle',
    });
  }
}

const prefix = 'operatorframework.io/';

/**
 * The platforms without labels.
 *
 * @see https://olm.operatorframework.io/docs/advanced-tasks/ship-operator-supporting-multiarch/
 */
const defaults = ['arch.amd64', 'os.linux'];

/** Returns a platform such as `arch.amd64` → the place of its label. */
function platformsOfRelease({ clusterServiceVersion }: BundleContent): ReadonlyMap<string, Place> {
  const labels = clusterServiceVersion.at('metadata', 'labels');
  const labelled = labels.fields.flatMap(([label, place]) => {
    const isPlatform = label.startsWith(`${prefix}arch.`) || label.startsWith(`${prefix}os.`);
    return isPlatform ? [[label.slice(prefix.length), place] as const] : [];
  });
  const meant = defaults.filter((platform) => {
    const sort = platform.slice(0, platform.indexOf('.') + 1);
    return !labelled.some(([other]) => other.startsWith(sort));
  });
  return new Map([
    ...labelled.filter(([, { text }]) => text === 'supported'),
    ...meant.map((platform) => [platform, labels.at(`${prefix}${platform}`)] as const),
  ]);
}

/** Reports new dependencies, and those that fewer versions of a package meet. */
function* dependencyFindings(releases: ReleasePair): Generator<UpgradeFinding> {
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
