// In: a bundle. Out: the resources that its operator owns, as access to them is asked for.
// Called by the rules about access.

import type { BundleContent, Place } from '../../content/index.ts';

/** A kind that the operator owns, and whose definition the bundle brings. */
export interface OwnedResource {
  readonly kind: string;
  readonly group: string;
  readonly plural: string;
  /** Whether resources have a status apart, and there are fields in it: that of mere settings is empty. */
  readonly hasStatus: boolean;
}

/** What the operator owns, each once, however many versions it has. */
export function ownedResources(bundle: BundleContent): readonly OwnedResource[] {
  const owned = bundle.clusterServiceVersion
    .at('spec', 'customresourcedefinitions', 'owned')
    .items.map((each) => each.at('name').text);
  return bundle.definitions.flatMap((definition) => {
    const name = definition.at('metadata', 'name').text;
    const spec = definition.at('spec');
    const group = spec.at('group').text;
    const plural = spec.at('names', 'plural').text;
    // Where a definition contradicts itself, that is told instead.
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
        hasStatus: spec.at('versions').items.some(isWithStatus),
      },
    ];
  });
}

function isWithStatus(version: Place): boolean {
  const status = version.at('schema', 'openAPIV3Schema', 'properties', 'status', 'properties');
  return !version.at('subresources', 'status').isAbsent && status.fields.length > 0;
}
