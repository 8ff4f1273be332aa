import { VersionRange } from '../../../version-range.ts';
import type { Rule } from '../../rule.ts';
import { serviceVersionRule } from '../../service-version-rule.ts';

/** Which older releases are updated to this one at once. */
export const skipRangeRules: readonly Rule[] = [
  serviceVersionRule({
    id: 'skip-range',
    demand: 'The annotation olm.skipRange is a range of versions as OLM reads it, which has neither ^ nor ~.',
    severity: 'error',
    *check(csv) {
      const place = csv.at('metadata', 'annotations', 'olm.skipRange');
      if (place.text === undefined || VersionRange.parse(place.text) !== undefined) return;
      yield {
        place,
        what: place.text === '' ? 'the range is empty' : `'${place.text}' is no range of versions`,
        remedy: 'write one such as >=1.0.0 <1.2.0, each bound in full',
      };
    },
  }),
  serviceVersionRule({
    id: 'skip-range-itself',
    demand: 'A release doesn’t skip itself: its olm.skipRange ends below its version.',
    severity: 'warning',
    *check(csv) {
      const place = csv.at('metadata', 'annotations', 'olm.skipRange');
      const version = csv.at('spec', 'version').text ?? '';
      const range = place.text === undefined ? undefined : VersionRange.parse(place.text);
      if (range === undefined || !/^\d+\.\d+\.\d+/.test(version) || !range.includes(version)) return;
      yield {
        place,
        what: `'${place.text ?? ''}' includes ${version}, this very release`,
        remedy: `end it with <${version}`,
      };
    },
  }),
];
