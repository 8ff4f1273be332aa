import { groupVersionKind, type KubernetesObject } from '../../../api/index.ts';
import type { OwnedDefinition } from '../definition/owned-definition.ts';
import { type ManifestFinding, manifestTitle } from '../manifest-finding.ts';

/**
 * Reports examples of kinds that the operator doesn't provide, which catalogs reject, and those that have the kind and
 * name of an earlier one.
 *
 * @param examples - without a namespace.
 */
export function exampleFindings(
  examples: readonly KubernetesObject[],
  owned: readonly OwnedDefinition[],
): ManifestFinding[] {
  const foreign = examples.filter((example) => !owned.some((definition) => isSampleOfDefinition(definition, example)));
  const titles = examples.map(manifestTitle);
  const repeated = examples.filter((example, index) => titles.indexOf(manifestTitle(example)) < index);
  return [
    ...foreign.map((manifest) => ({
      manifest,
      what: `${manifestTitle(manifest)} can't be an example`,
      why: "an example is a resource of one of the operator's own kinds, in a served version",
      remedy: 'put it into another chart than the samples',
    })),
    ...repeated.map((manifest) => ({
      manifest,
      what: `${manifestTitle(manifest)} is the name of two examples`,
      why: 'a bundle shows samples without their namespace, and has a file for the children of each',
      remedy: 'give one of the two another name',
    })),
  ];
}

function isSampleOfDefinition(definition: OwnedDefinition, sample: KubernetesObject): boolean {
  const { group, version, kind } = groupVersionKind(sample);
  return (
    definition.kind === kind &&
    definition.version === version &&
    definition.name.slice(definition.name.indexOf('.') + 1) === group
  );
}
