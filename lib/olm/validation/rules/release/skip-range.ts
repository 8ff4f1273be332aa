import { VersionRange } from '../../../notation/version-range.ts';
import type { Rule } from '../../rule.ts';
import { serviceVersionRule } from '../../service-version-rule.ts';
import { textRule } from '../../text-rule.ts';

/** Which older releases are updated to this one at once. */
export const skipRangeRules: readonly Rule[] = [
  textRule({
    id: 'skip-range',
    demand: 'The annotation olm.skipRange is a range of versions as OLM reads it, which has neither ^ nor ~.',
    severity: 'error',
    at: ({ clusterServiceVersion }) => clusterServiceVersion.at('metadata', 'annotations', 'olm.skipRange'),
    isRight: (text) => VersionRange.parse(text) !== undefined,
    what: (text) => (text === '' ? 'the range is empty' : `'${text}' is no range of versions`),
    remedy: 'write one such as >=1.0.0 <1.2.0, each bound in full',
  }),
  serviceVersionRule({
    id: 'skip-range-itself',
    demand: 'A release doesn’t skip itself: its olm.skipRange ends below its version.',
    severity: 'warning',
    *check(serviceVersion) {
      const place = serviceVersion.at('metadata', 'annotations', 'olm.skipRange');
      const version = serviceVersion.at('spec', 'version').text ?? '';
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
