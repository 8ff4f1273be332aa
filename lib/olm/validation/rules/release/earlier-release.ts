import compareBuild from 'semver/functions/compare-build.js';
import { isVersion } from '../../../../constructs/index.ts';
import { publicCatalogs } from '../../../finding/rejection.ts';
import { textRule, uniqueTextRule } from '../../../finding/text-rule.ts';
import { rangeFlaw } from '../../../notation/range-flaw.ts';
import { VersionRange } from '../../../notation/version-range.ts';
import type { BundleRule } from '../../rule.ts';
import { earlierReleases, isReleaseName, versionInName } from './release-name.ts';

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
    isRight(text, { clusterServiceVersion }) {
      const version = clusterServiceVersion.at('spec', 'version').text ?? '';
      const named = text === clusterServiceVersion.at('metadata', 'name').text ? undefined : versionInName(text);
      return named === undefined || !isVersion(version) || compareBuild(named, version) < 0;
    },
    what: (text, { clusterServiceVersion }) =>
      `${text} isn't older than ${clusterServiceVersion.at('spec', 'version').text ?? ''}: the update would be a downgrade`,
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
    *check({ clusterServiceVersion: serviceVersion }) {
      const place = serviceVersion.at('metadata', 'annotations', 'olm.skipRange');
      const flaw = place.text === undefined ? undefined : rangeFlaw(place.text);
      if (flaw !== undefined) yield { place, ...flaw };
    },
  },
  {
    id: 'skip-range-empty',
    demand: 'The olm.skipRange of a release includes a version.',
    *check({ clusterServiceVersion: serviceVersion }) {
      const place = serviceVersion.at('metadata', 'annotations', 'olm.skipRange');
      const range = place.text === undefined ? undefined : VersionRange.parse(place.text);
      if (range === undefined || nothing === undefined || !range.isWithin(nothing)) return;
      yield {
        place,
        what: `'${place.text ?? ''}' includes no version, so that it skips nothing`,
        remedy: 'write the older version first, as in >=1.0.0 <2.0.0',
      };
    },
  },
  {
    id: 'skip-range-itself',
    demand: 'A release doesn’t skip itself: its olm.skipRange ends below its version.',
    *check({ clusterServiceVersion: serviceVersion }) {
      const place = serviceVersion.at('metadata', 'annotations', 'olm.skipRange');
      const version = serviceVersion.at('spec', 'version').text ?? '';
      const range = place.text === undefined ? undefined : VersionRange.parse(place.text);
      if (range === undefined || !/^\d+\.\d+\.\d+/.test(version) || !range.includes(version)) return;
      yield {
        place,
        what: `'${place.text ?? ''}' includes ${version}, this release`,
        remedy: `end it with <${version}`,
      };
    },
  },
];

/** A range below the lowest version. */
const nothing = VersionRange.parse('<0.0.0-0');
