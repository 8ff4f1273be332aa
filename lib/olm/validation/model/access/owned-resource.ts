import type { BundleContent, Place } from '../../../content/index.ts';

/** A kind that the operator owns, and whose definition is in the bundle. */
export interface OwnedResource {
  readonly kind: string;
  readonly group: string;
  readonly plural: string;
  /** True if the kind has a status subresource with fields; the status of mere settings is empty. */
  readonly hasStatus: boolean;
}

/** Returns the owned resources, each once, whatever its number of versions. */
export function ownedResources(bundle: BundleContent): readonly OwnedResource[] {
  const owned = bundle.clusterServiceVersion
    .at('spec', 'customresourcedefinitions', 'owned')
    .items.map((each) => each.at('name').text);
  return bundle.definitions.flatMap((definition) => {
    const name = definition.at('metadata', 'name').text;
    const spec = definition.at('spec');
    const group = spec.at('group').text;
    const plural = spec.at('names', 'plural').text;
    // A contradiction inside the definition is reported instead.
    if (
      !owned.includes(name) ||
      name !== `${plural ?? ''}.${group ?? ''}` ||
      group === undefined ||
      plural === undefined
    )
      return [];
    return [
      {
        kind: spec.at('names', 'kind').text ?? plural,
        group,
        plural,
        hasStatus: spec.at('versions').items.some(hasStatusSubresource),
      },
    ];
  });
}

function hasStatusSubresource(version: Place): boolean {
  const status = version.at('schema', 'openAPIV3Schema', 'properties', 'status', 'properties');
  return !version.at('subresources', 'status').isAbsent && status.fields.length > 0;
}
