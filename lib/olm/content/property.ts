import type { BundleContent } from './bundle-content.ts';
import type { Place } from './place.ts';

/**
 * The lists of what a bundle tells resolvers: metadata/properties.yaml, and the annotation `olm.properties`, where that
 * was before there was such a file. Absent where there is none, and where the annotation is no JSON.
 */
export function propertyLists({ properties, clusterServiceVersion }: BundleContent): readonly Place[] {
  return [properties, clusterServiceVersion.at('metadata', 'annotations', 'olm.properties').json];
}

/** What a bundle tells resolvers, wherever it does: of one type, or @default all of them. */
export function properties(bundle: BundleContent, type?: string): readonly Place[] {
  const all = propertyLists(bundle).flatMap((list) => list.items);
  return type === undefined ? all : all.filter((property) => property.at('type').text === type);
}
