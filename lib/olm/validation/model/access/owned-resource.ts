import type { BundleContent, Place } from '../../../content/index.ts';
import { isDefinitionConsistent } from '../definition/bundle-definition.ts';
import { ownedEntries } from '../definition/owned-entry.ts';

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
  const owned = ownedEntries(bundle).map(({ name }) => name);
  return bundle.definitions.flatMap((definition) => {
    const spec = definition.at('spec');
    const [group, plural] = [spec.at('group').text, spec.at('names', 'plural').text];
    // A contradiction inside the definition is reported instead.
    if (group === undefined || plural === undefined || !isDefinitionConsistent(definition)) return [];
    if (!owned.includes(`${plural}.${group}`)) return [];
    const hasStatus = spec.at('versions').items.some(hasStatusSubresource);
    return [{ kind: spec.at('names', 'kind').text ?? plural, group, plural, hasStatus }];
  });
}

function hasStatusSubresource(version: Place): boolean {
  const status = version.at('schema', 'openAPIV3Schema', 'properties', 'status', 'properties');
  return !version.at('subresources', 'status').isAbsent && status.fields.length > 0;
}
