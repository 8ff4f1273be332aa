import { groupVersionKind, type KubernetesObject } from '../../../api/index.ts';
import type { OwnedDefinition } from '../definition/owned-definition.ts';
import { type ManifestFinding, manifestTitle } from '../manifest-finding.ts';

/** Reports samples of kinds that the operator doesn't provide: catalogs reject them. */
export function exampleFindings(
  samples: readonly KubernetesObject[],
  owned: readonly OwnedDefinition[],
): ManifestFinding[] {
  return samples
    .filter((sample) => !owned.some((definition) => isSampleOfDefinition(definition, sample)))
    .map((manifest) => ({
      manifest,
      what: `${manifestTitle(manifest)} can't be an example`,
      why: "an example is a resource of one of the operator's own kinds, in a served version",
      remedy: 'put it into another chart than the samples',
    }));
}

function isSampleOfDefinition(definition: OwnedDefinition, sample: KubernetesObject): boolean {
  const { group, version, kind } = groupVersionKind(sample);
  return (
    definition.kind === kind &&
    definition.version === version &&
    definition.name.slice(definition.name.indexOf('.') + 1) === group
  );
}
