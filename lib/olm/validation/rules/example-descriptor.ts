import type { BundleContent } from '../../content/index.ts';
import { ownedEntries } from '../owned-entry.ts';
import type { Rule, Violation } from '../rule.ts';

/** What the scorecard's tests look for in the descriptors of what examples show. */
export const exampleDescriptorRules: readonly Rule[] = [
  {
    id: 'example-spec-descriptor',
    demand:
      'Each field of an example, in spec itself, has a descriptor: the test olm-spec-descriptors fails without it.',
    severity: 'warning',
    check: (bundle) => undescribed(bundle, 'spec'),
  },
  {
    id: 'example-status-descriptor',
    demand:
      'A kind whose examples have a status has status descriptors: the test olm-status-descriptors fails without them.',
    severity: 'warning',
    check: (bundle) => undescribed(bundle, 'status'),
  },
];

/** One violation for each kind and version: people write all descriptors at once. */
function* undescribed(bundle: BundleContent, part: 'spec' | 'status'): Iterable<Violation> {
  for (const { place, kind, group, version } of ownedEntries(bundle)) {
    const list = place.at(`${part}Descriptors`);
    const described = list.items.map((each) => each.at('path').text);
    const shown = bundle.examples
      .filter((example) => example.at('kind').text === kind && example.at('apiVersion').text === `${group}/${version}`)
      .flatMap((example) => example.at(part).fields.map(([name]) => name));
    const missing = [...new Set(shown)].filter((name) => !described.includes(name));
    const isFine = part === 'spec' ? missing.length === 0 : shown.length === 0 || described.length > 0;
    if (isFine) continue;
    const what = `the examples of ${kind} have fields in ${part} without a descriptor: ${missing.join(', ')}`;
    yield { place: list, what, remedy: 'add a descriptor with path, displayName and description for each' };
  }
}
