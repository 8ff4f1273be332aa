import type { BundleContent, Place } from '../../../content/index.ts';
import type { Violation } from '../../../finding/violation.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { bundleDefinitions, definedVersion } from '../../model/definition/bundle-definition.ts';
import { describedField, descriptorLists } from '../../model/definition/descriptor-entry.ts';
import { searchSchemaField } from '../../model/definition/field-search.ts';

/** Rules of the scorecard's tests for the descriptors of the fields in examples. */
export const exampleDescriptorRules: readonly BundleRule[] = [
  {
    id: 'example-spec-descriptor',
    demand:
      'Each field of an example, in spec itself, has a descriptor: the test olm-spec-descriptors fails without it.',
    check: (bundle) => undescribedFieldViolations(bundle, 'spec'),
  },
  {
    id: 'example-status-descriptor',
    demand:
      'A kind whose examples have a status has status descriptors: the test olm-status-descriptors fails without them.',
    check: (bundle) => undescribedFieldViolations(bundle, 'status'),
  },
  {
    id: 'console-sample',
    demand: 'A ConsoleYAMLSample of a kind of the bundle is of an existing version.',
    *check(bundle) {
      const definitions = bundleDefinitions(bundle);
      for (const sample of bundle.manifestsOf('console.openshift.io', 'ConsoleYAMLSample')) {
        const target = sample.at('spec', 'targetResource');
        const place = target.at('apiVersion');
        const [apiVersion, kind] = [place.text ?? '', target.at('kind').text ?? ''];
        const [group = ''] = apiVersion.split('/');
        const definition = definitions.find((each) => each.group === group && each.kind === kind);
        if (definition === undefined || definedVersion(definitions, apiVersion, kind) !== undefined) continue;
        yield {
          place,
          what: `${kind} has no version ${apiVersion}, so that no console offers the sample`,
          remedy: `name ${definition.versions.map(({ name }) => `${group}/${name}`).join(' or ')}`,
        };
      }
    },
  },
];

/** Gives one violation for all kinds: authors without descriptors omit them everywhere. */
function* undescribedFieldViolations(bundle: BundleContent, part: 'spec' | 'status'): Iterable<Violation> {
  const undescribed: { readonly place: Place; readonly words: string }[] = [];
  for (const list of descriptorLists(bundle)) {
    if (list.part !== part) continue;
    const { kind, group, version } = list.entry;
    const described = list.place.items.map((each) => each.at('path').text);
    // A path that leads nowhere may mean any of the fields; another rule reports it.
    if (described.some((path) => path === undefined || path === '' || !describedField(list, path).found)) continue;
    const shown = bundle.examples
      .filter((example) => example.at('kind').text === kind && example.at('apiVersion').text === `${group}/${version}`)
      .flatMap((example) => example.at(part).fields.map(([name]) => name))
      .filter((name) => searchSchemaField(list.schema, [part, name]).found);
    const missing = [...new Set(shown)].filter((name) => !described.includes(name));
    const isFine = part === 'spec' ? missing.length === 0 : shown.length === 0 || described.length > 0;
    if (isFine) continue;
    undescribed.push({ place: list.place, words: `${missing.join(', ')} of ${kind}` });
  }
  const [first] = undescribed;
  if (first === undefined) return;
  yield {
    place: first.place,
    what: `examples have fields in ${part} without a descriptor: ${undescribed.map(({ words }) => words).join('; ')}`,
    remedy: 'add a descriptor with path, displayName and description for each',
  };
}
