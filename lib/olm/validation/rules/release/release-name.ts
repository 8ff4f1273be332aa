import compareBuild from 'semver/functions/compare-build.js';
import { isDnsLabel, isSubdomain } from '../../../../api/index.ts';
import { isVersion } from '../../../../constructs/index.ts';
import type { Place } from '../../../content/index.ts';
import { publicCatalogs } from '../../../finding/audience.ts';
import { repeatedItems } from '../../../finding/repetition.ts';
import { isValueMistyped } from '../../mistyped.ts';
import type { BundleRule } from '../../rule.ts';
import { serviceVersionRule } from '../../service-version-rule.ts';

/** Rules for the name and version of a release. */
export const releaseNameRules: readonly BundleRule[] = [
  serviceVersionRule({
    id: 'release-name',
    demand:
      'The name of the ClusterServiceVersion is a DNS subdomain of at most 63 characters, since it is also a label.',
    rejection: { by: 'operator-sdk', message: 'metadata.name "…" is invalid' },
    *check(serviceVersion) {
      const name = serviceVersion.at('metadata', 'name');
      if (name.text === undefined || name.text === '' || isReleaseName(name.text)) return;
      yield {
        place: name,
        what:
          name.text.length > 63
            ? `'${name.text}' has ${name.text.length} characters, and labels have at most 63`
            : `'${name.text}' is not a valid name of a ClusterServiceVersion`,
        remedy: 'name it <package>.v<version>, in lower-case letters, digits, hyphens and dots',
      };
    },
  }),
  serviceVersionRule({
    id: 'release-version',
    demand: 'spec.version is a full semantic version, without a v.',
    rejection: { by: 'opm', message: 'error parsing bundle "…" version "…"' },
    *check(serviceVersion) {
      const version = serviceVersion.at('spec', 'version');
      if (version.text === '0.0.0') {
        yield {
          place: version,
          severity: 'warning',
          strict: { audiences: publicCatalogs, by: 'operator-sdk', message: 'csv.Spec.Version must be set' },
          what: 'the tools of the public catalogs read 0.0.0 as no version',
          remedy: 'begin with 0.0.1, or 0.1.0',
        };
      }
      if ((version.text !== undefined && isVersion(version.text)) || isValueMistyped(version)) return;
      yield {
        place: version,
        what: version.isAbsent ? 'the release has no version' : `'${version.text ?? ''}' is not a semantic version`,
        remedy: 'write one such as 1.2.3',
      };
    },
  }),
  serviceVersionRule({
    id: 'release-packaging',
    demand:
      'spec.release, the number of a packaging of the version, is written as a prerelease, in at most 20 characters.',
    rejection: { by: 'operator-sdk', message: 'Invalid character(s) found in prerelease' },
    *check(serviceVersion) {
      const release = serviceVersion.at('spec', 'release');
      if (release.text === undefined) return;
      if (release.text.length <= 20 && isVersion(`0.0.0-${release.text}`) && !release.text.includes('+')) return;
      yield { place: release, what: `'${release.text}' is not a release of a version`, remedy: 'write one such as 2' };
    },
  }),
  serviceVersionRule({
    id: 'release-name-version',
    demand:
      'The name of the ClusterServiceVersion ends in its version: catalogs use one for the order and the other as the name.',
    strict: { audiences: publicCatalogs, by: 'catalog pipeline', message: 'check_operator_name' },
    *check(serviceVersion) {
      const name = serviceVersion.at('metadata', 'name');
      const version = serviceVersion.at('spec', 'version').text ?? '';
      const release = serviceVersion.at('spec', 'release').text;
      const named = versionInName(name.text ?? '', release);
      if (named === undefined || !isVersion(version) || isSameVersion(named, version)) return;
      yield {
        place: name,
        what: `the name has ${named}, spec.version has ${version}`,
        remedy: 'name it <package>.v<version> with the version of spec.version',
      };
    },
  }),
  serviceVersionRule({
    id: 'release-name-form',
    demand: 'The name of the ClusterServiceVersion is <package>.v<version>.',
    *check(serviceVersion) {
      const name = serviceVersion.at('metadata', 'name');
      const release = serviceVersion.at('spec', 'release').text;
      if (name.text === undefined || !isReleaseName(name.text) || versionInName(name.text, release) !== undefined)
        return;
      yield {
        place: name,
        what: `${name.text} isn't of the form <package>${release === undefined ? '.v<version>' : '-v<version>-<release>'}`,
        remedy: 'change it: catalogs and users read the version from the name',
      };
    },
  }),
  serviceVersionRule({
    id: 'release-name-package',
    demand:
      'The name of the ClusterServiceVersion begins with the name of its package: public catalogs reject a first release without it.',
    *check(serviceVersion, { annotations }) {
      const packageName = annotations.at('operators.operatorframework.io.bundle.package.v1').text;
      const name = serviceVersion.at('metadata', 'name');
      const release = serviceVersion.at('spec', 'release').text;
      const separator = release === undefined ? '.v' : '-v';
      if (packageName === undefined || !isDnsLabel(packageName) || !isReleaseName(name.text ?? '')) return;
      const named = versionInName(name.text ?? '', release);
      if (named === undefined || name.text?.startsWith(packageName + separator) === true) return;
      const isFirst = earlierReleases(serviceVersion).every((place) => place.isAbsent);
      yield {
        place: name,
        ...(isFirst && {
          strict: { audiences: publicCatalogs, by: 'catalog pipeline', message: 'check_operator_name_unique' },
        }),
        what: `${name.text ?? ''} doesn't begin with its package's name, ${packageName}`,
        remedy: `name it ${packageName}${separator}${named}`,
      };
    },
  }),
  serviceVersionRule({
    id: 'replaces-name',
    demand: 'spec.replaces is the name of another ClusterServiceVersion.',
    rejection: { by: 'operator-sdk', message: 'spec.replaces "…" is invalid' },
    *check(serviceVersion) {
      const replaces = serviceVersion.at('spec', 'replaces');
      // Go treats an empty name as absent.
      if (replaces.text === undefined || replaces.text === '' || isReleaseName(replaces.text)) return;
      yield {
        place: replaces,
        what: `'${replaces.text}' is not a valid name of a ClusterServiceVersion`,
        remedy: 'name the previous release, <package>.v<version>, or leave it out',
      };
    },
  }),
  serviceVersionRule({
    id: 'replaces-itself',
    demand: 'A release doesn’t replace or skip itself.',
    strict: { audiences: publicCatalogs, by: 'catalog pipeline', message: 'check_upgrade_graph_loop' },
    *check(serviceVersion) {
      const name = serviceVersion.at('metadata', 'name').text ?? '';
      for (const place of [
        ...earlierReleases(serviceVersion),
        serviceVersion.at('metadata', 'annotations', 'olm.substitutesFor'),
      ]) {
        if (place.text === undefined || place.text === '' || place.text !== name) continue;
        yield {
          place,
          what: `${name} is this release`,
          remedy: 'name the previous release, or leave it out',
        };
      }
    },
  }),
  serviceVersionRule({
    id: 'replaces-package',
    demand:
      'A replaced or skipped release has a name with more than a version, and begins with the package if the release does.',
    *check(serviceVersion, { annotations }) {
      const packageName = annotations.at('operators.operatorframework.io.bundle.package.v1').text ?? '';
      const isOfPackage = (name: string) => name.startsWith(packageName);
      const isCalledByPackage = isOfPackage(serviceVersion.at('metadata', 'name').text ?? '');
      for (const place of earlierReleases(serviceVersion)) {
        const name = place.text ?? '';
        const isBare = /^v?\d+\.\d+\.\d+/.test(name);
        if (!isReleaseName(name) || (!isBare && (!isCalledByPackage || isOfPackage(name)))) continue;
        yield {
          place,
          what: isBare
            ? `'${name}' is a version, and not the name of a release`
            : `${name} is not a release of the package ${packageName}, by its name`,
          remedy: `name a release, such as ${packageName === '' ? '<package>' : packageName}.v${isBare ? name.replace(/^v/, '') : (versionInName(name) ?? '<version>')}`,
        };
      }
    },
  }),
  serviceVersionRule({
    id: 'replaces-newer',
    demand: 'A release replaces and skips older ones.',
    *check(serviceVersion) {
      const version = serviceVersion.at('spec', 'version').text ?? '';
      if (!isVersion(version)) return;
      for (const place of earlierReleases(serviceVersion)) {
        const named = versionInName(place.text ?? '');
        if (named === undefined || place.text === serviceVersion.at('metadata', 'name').text) continue;
        if (compareBuild(named, version) < 0) continue;
        yield {
          place,
          what: `${place.text ?? ''} isn't older than ${version}: the update would be a downgrade`,
          remedy: 'name an older release',
        };
      }
    },
  }),
  serviceVersionRule({
    id: 'skips-unique',
    demand: 'spec.skips names a release once.',
    *check(serviceVersion) {
      for (const place of repeatedItems(serviceVersion.at('spec', 'skips').items, ({ text }) => text)) {
        yield {
          place,
          what: `${place.text ?? ''} is listed twice`,
          remedy: 'name the right release, or leave it out',
        };
      }
    },
  }),
  serviceVersionRule({
    id: 'skips-name',
    demand: 'The items of spec.skips are names of ClusterServiceVersions.',
    *check(serviceVersion) {
      for (const skipped of serviceVersion.at('spec', 'skips').items) {
        if (skipped.text === undefined || isReleaseName(skipped.text)) continue;
        yield {
          place: skipped,
          what: `'${skipped.text}' is not a valid name of a ClusterServiceVersion`,
          remedy: 'name releases, <package>.v<version>',
        };
      }
    },
  }),
];

/** Returns the releases that it replaces or skips. */
function earlierReleases(serviceVersion: Place): readonly Place[] {
  return [serviceVersion.at('spec', 'replaces'), ...serviceVersion.at('spec', 'skips').items];
}

function isReleaseName(text: string): boolean {
  return text.length <= 63 && isSubdomain(text);
}

/**
 * Returns the version in a name: after `.v`, or between `-v` and the release of the packaging; undefined if there is
 * none.
 */
function versionInName(name: string, release?: string): string | undefined {
  const version =
    release === undefined
      ? /^[^.]+(?:\.[^.]+)*?\.v(\d+\.\d+\.\d+(?:\D.*)?)$/s.exec(name)?.[1]
      : name.endsWith(`-${release}`)
        ? /-v(\d+\.\d+\.\d+(?:\D.*)?)$/s.exec(name.slice(0, -release.length - 1))?.[1]
        : undefined;
  return version !== undefined && isVersion(version) ? version : undefined;
}

/**
 * Returns true if a name contains a version. Names can't hold a `+`: the part after it is left out, or follows a `-` or
 * a dot.
 */
function isSameVersion(named: string, version: string): boolean {
  const [bare = ''] = version.split('+');
  const written = [version, bare, version.replace('+', '-'), version.replace('+', '.')];
  return written.some((each) => each.toLowerCase() === named);
}
