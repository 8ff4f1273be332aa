import { isDnsLabel } from '../../../../api/index.ts';
import { isVersion } from '../../../../constructs/index.ts';
import { textRule } from '../../../finding/content-rule.ts';
import { publicCatalogs } from '../../../finding/rejection.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { earlierReleases, isReleaseName, versionInName } from '../../model/release/named-release.ts';

/** Rules for the name and version of a release. */
export const releaseNameRules: readonly BundleRule[] = [
  textRule({
    id: 'release-name',
    demand:
      'The name of the ClusterServiceVersion is a DNS subdomain of at most 63 characters, since it is also a label.',
    rejection: { by: 'operator-sdk', message: 'metadata.name "…" is invalid' },
    at: ({ clusterServiceVersion }) => clusterServiceVersion.at('metadata', 'name'),
    isRight: (text) => text === '' || isReleaseName(text),
    what: (text) =>
      text.length > 63
        ? `'${text}' has ${text.length} characters, and labels have at most 63`
        : `'${text}' is not a valid name of a ClusterServiceVersion`,
    remedy: 'name it <package>.v<version>, in lower-case letters, digits, hyphens and dots',
  }),
  {
    id: 'release-version',
    demand: 'spec.version is a full semantic version, without a v.',
    rejection: { by: 'opm', message: 'error parsing bundle "…" version "…"' },
    *check({ clusterServiceVersion: serviceVersion }) {
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
      if ((version.text !== undefined && isVersion(version.text)) || version.isMistyped()) return;
      yield {
        place: version,
        what: version.isAbsent ? 'the release has no version' : `'${version.text ?? ''}' is not a semantic version`,
        remedy: 'write one such as 1.2.3',
      };
    },
  },
  textRule({
    id: 'release-packaging',
    demand:
      'spec.release, the number of a packaging of the version, is written as a prerelease, in at most 20 characters.',
    rejection: { by: 'operator-sdk', message: 'Invalid character(s) found in prerelease' },
    at: ({ clusterServiceVersion }) => clusterServiceVersion.at('spec', 'release'),
    isRight: (text) => text.length <= 20 && isVersion(`0.0.0-${text}`) && !text.includes('+'),
    what: (text) => `'${text}' is not a release of a version`,
    remedy: 'write one such as 2',
  }),
  {
    id: 'release-name-version',
    demand:
      'The name of the ClusterServiceVersion ends in its version: catalogs use one for the order and the other as the name.',
    strict: { audiences: publicCatalogs, by: 'catalog pipeline', message: 'check_operator_name' },
    *check({ clusterServiceVersion: serviceVersion }) {
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
  },
  {
    id: 'release-name-form',
    demand: 'The name of the ClusterServiceVersion is <package>.v<version>.',
    *check({ clusterServiceVersion: serviceVersion }) {
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
  },
  {
    id: 'release-name-package',
    demand:
      'The name of the ClusterServiceVersion begins with the name of its package: public catalogs reject a first release without it.',
    *check({ clusterServiceVersion: serviceVersion, annotations }) {
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
  },
];

/**
 * Returns true if a name contains a version. Names can't hold a `+`: the part after it is left out, or follows a `-` or
 * a dot.
 */
function isSameVersion(named: string, version: string): boolean {
  const [bare = ''] = version.split('+');
  const written = [version, bare, version.replace('+', '-'), version.replace('+', '.')];
  return written.some((each) => each.toLowerCase() === named);
}
