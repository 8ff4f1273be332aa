import { definedVersion, definitionsOf } from '../../definition/definition.ts';
import type { BundleRule } from '../../rule.ts';

/** Rules for samples that OpenShift's console offers. */
export const consoleSampleRules: readonly BundleRule[] = [
  {
    id: 'console-sample',
    demand: 'A ConsoleYAMLSample of a kind of the bundle is of an existing version.',
    *check(bundle) {
      const definitions = definitionsOf(bundle);
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
