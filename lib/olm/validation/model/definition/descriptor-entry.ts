import type { OpenApiSchema } from '../../../../schema/structural/index.ts';
import type { BundleContent, Place } from '../../../content/index.ts';
import { bundleDefinitions } from './bundle-definition.ts';
import { type FieldSearch, fieldPathSegments, searchSchemaField } from './field-search.ts';
import { type OwnedEntry, ownedEntries } from './owned-entry.ts';
import { versionSchema } from './version-schema.ts';

/** The parent of a descriptor's path; the path of an action may also start at the whole object. */
export type DescribedPart = 'action' | 'spec' | 'status';

/** A descriptor, or a list of them, of one part of a kind in one version. */
export interface DescriptorEntry {
  readonly place: Place;
  readonly entry: OwnedEntry;
  readonly part: DescribedPart;
  /** The schema of the whole object; undefined if unknown. */
  readonly schema: OpenApiSchema | undefined;
}

/** Returns all lists of descriptors of a ClusterServiceVersion. */
export function descriptorLists(bundle: BundleContent): DescriptorEntry[] {
  const definitions = bundleDefinitions(bundle);
  return ownedEntries(bundle).flatMap((entry) => {
    const definition = definitions.find(({ name }) => name === entry.name);
    const version = definition?.versions.find(({ name }) => name === entry.version);
    const schema = version && versionSchema(version);
    return (['spec', 'status', 'action'] as const).map((part) => ({
      place: entry.place.at(`${part}Descriptors`),
      entry,
      part,
      schema,
    }));
  });
}

/** Returns all descriptors of a ClusterServiceVersion. */
export function descriptorEntries(bundle: BundleContent): DescriptorEntry[] {
  return descriptorLists(bundle).flatMap(({ place, ...list }) => place.items.map((each) => ({ ...list, place: each })));
}

/** Returns the field at the path of a descriptor. */
export function describedField({ part, schema }: DescriptorEntry, path: string): FieldSearch {
  const segments = fieldPathSegments(path);
  const inPart = searchSchemaField(schema, [part === 'action' ? 'spec' : part, ...segments]);
  if (inPart.found || part !== 'action') return inPart;
  const inWhole = searchSchemaField(schema, segments);
  return inWhole.found ? inWhole : inPart;
}
