import compareBuild from 'semver/functions/compare-build.js';
import { isVersion } from '../../../../constructs/index.ts';
import { type BundleContent, type Place, serviceAnnotation } from '../../../content/index.ts';
import { textRule, uniqueTextRule } from '../../../finding/content-rule.ts';
import { publicCatalogs } from '../../../finding/rejection.ts';
import { rangeFlaw, VersionRange } from '../../../notation/version-range.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { earlierReleases, isReleaseName, versionInName } from '../../model/release/named-release.ts';

/** Rules for the releases that a release replaces and skips. */
export const earlierReleaseRules: readonly BundleRule[] = [
  textRule({
    id: 'replaces-name',
    demand: 'spec.replaces is the name of another ClusterServiceVersion.',
    rejection: { by: 'operator-sdk', message: 'spec.replaces "…" is invalid' },
    at: ({ clusterServiceVersion }) => clusterServiceVersion.at('spec', 'replaces'),
    // Go treats an empty name as absent.
    isRight: (text) => text === '' || isReleaseName(text),
    what: (text) => `'${text}' is not a valid name of a ClusterServiceVersion`,
    remedy: 'name the previous release, <package>.v<version>, or leave it out',
  }),
  textRule({
    id: 'replaces-itself',
    demand: 'A release doesn’t replace or skip itself.',
    strict: { audiences: publicCatalogs, by: 'catalog pipeline', message: 'check_upgrade_graph_loop' },
    at: ({ clusterServiceVersion }) => [
      ...earlierReleases(clusterServiceVersion),
      clusterServiceVersion.at('metadata', 'annotations', 'olm.substitutesFor'),
    ],
    isRight: (text, bundle) => text === '' || text !== bundle.clusterServiceVersion.at('metadata', 'name').text,
    what: (text) => `${text} is this release`,
    remedy: 'name the previous release, or leave it out',
  }),
  {
    id: 'replaces-package',
    demand:
      'A replaced or skipped release has a name with more than a version, and begins with the package if the release does.',
    *check({ clusterServiceVersion: serviceVersion, annotations }) {
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
  },
  textRule({
    id: 'replaces-newer',
    demand: 'A release replaces and skips older ones.',
    at: ({ clusterServiceVersion }) => earlierReleases(clusterServiceVersion),
    isRight(text, bundle) {
      const version = versionOf(bundle);
      const named = text === bundle.clusterServiceVersion.at('metadata', 'name').text ? undefined : versionInName(text);
      return named === undefined || !isVersion(version) || compareBuild(named, version) < 0;
    },
    what: (text, bundle) => `${text} isn't older than ${versionOf(bundle)}: the update would be a downgrade`,
    remedy: 'name an older release',
  }),
  uniqueTextRule({
    id: 'skips-unique',
    demand: 'spec.skips names a release once.',
    lists: ({ clusterServiceVersion }) => [clusterServiceVersion.at('spec', 'skips').items],
    what: (text) => `${text} is listed twice`,
    remedy: 'name the right release, or leave it out',
  }),
  textRule({
    id: 'skips-name',
    demand: 'The items of spec.skips are names of ClusterServiceVersions.',
    at: ({ clusterServiceVersion }) => clusterServiceVersion.at('spec', 'skips').items,
    isRight: isReleaseName,
    what: (text) => `'${text}' is not a valid name of a ClusterServiceVersion`,
    remedy: 'name releases, <package>.v<version>',
  }),
  {
    id: 'skip-range',
    demand: 'The annotation olm.skipRange is a version range as OLM reads it, which has neither ^ nor ~.',
    *check(bundle) {
      const place = skipRangeOf(bundle);
      const flaw = place.text === undefined ? undefined : rangeFlaw(place.text);
      if (flaw !== undefined) yield { place, ...flaw };
    },
  },
  textRule({
    id: 'skip-range-empty',
    demand: 'The olm.skipRange of a release includes a version.',
    at: skipRangeOf,
    isRight(text) {
      const range = VersionRange.parse(text);
      return range === undefined || nothing === undefined || !range.isWithin(nothing);
    },
    what: (text) => `'${text}' includes no version, so that it skips nothing`,
    remedy: 'write the older version first, as in >=1.0.0 <2.0.0',
  }),
  textRule({
    id: 'skip-range-itself',
    demand: 'A release doesn’t skip itself: its olm.skipRange ends below its version.',
    at: skipRangeOf,
    isRight(text, bundle) {
      const version = versionOf(bundle);
      return !isVersion(version) || VersionRange.parse(text)?.includes(version) !== true;
    },
    what: (text, bundle) => `'${text}' includes ${versionOf(bundle)}, this release`,
    remedy: (_text, bundle) => `end it with <${versionOf(bundle)}`,
  }),
];

/** A range below the lowest version. */
const nothing = VersionRange.parse('<0.0.0-0');

function skipRangeOf(bundle: BundleContent): Place {
  return serviceAnnotation(bundle, 'olm.skipRange');
}

function versionOf({ clusterServiceVersion }: BundleContent): string {
  return clusterServiceVersion.at('spec', 'version').text ?? '';
}
