import { rangeFlaw } from '../../../notation/range-flaw.ts';
import { VersionRange } from '../../../notation/version-range.ts';
import type { BundleRule } from '../../rule.ts';
import { serviceVersionRule } from '../../service-version-rule.ts';

/** A range below the lowest version. */
const nothing = VersionRange.parse('<0.0.0-0');

/** Rules for the range of releases that update directly to this one. */
export const skipRangeRules: readonly BundleRule[] = [
  serviceVersionRule({
    id: 'skip-range',
    demand: 'The annotation olm.skipRange is a version range as OLM reads it, which has neither ^ nor ~.',
    *check(serviceVersion) {
      const place = serviceVersion.at('metadata', 'annotations', 'olm.skipRange');
      const flaw = place.text === undefined ? undefined : rangeFlaw(place.text);
      if (flaw !== undefined) yield { place, ...flaw };
    },
  }),
  serviceVersionRule({
    id: 'skip-range-empty',
    demand: 'The olm.skipRange of a release includes a version.',
    *check(serviceVersion) {
      const place = serviceVersion.at('metadata', 'annotations', 'olm.skipRange');
      const range = place.text === undefined ? undefined : VersionRange.parse(place.text);
      if (range === undefined || nothing === undefined || !range.isWithin(nothing)) return;
      yield {
        place,
        what: `'${place.text ?? ''}' includes no version, so that it skips nothing`,
        remedy: 'write the older version first, as in >=1.0.0 <2.0.0',
      };
    },
  }),
  serviceVersionRule({
    id: 'skip-range-itself',
    demand: 'A release doesn’t skip itself: its olm.skipRange ends below its version.',
    *check(serviceVersion) {
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
  }),
];
