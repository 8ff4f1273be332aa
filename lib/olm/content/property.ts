import type { BundleContent } from './bundle-content.ts';
import type { Place } from './place.ts';

/**
 * Returns the lists of a bundle's properties: metadata/properties.yaml, and the older annotation `olm.properties`. A
 * list is absent if it doesn't exist, or if the annotation isn't JSON.
 */
export function bundlePropertyLists({ properties, clusterServiceVersion }: BundleContent): readonly Place[] {
  return [properties, clusterServiceVersion.at('metadata', 'annotations', 'olm.properties').json];
}

/** Returns a bundle's properties from all sources: of one type, or @default all of them. */
export function bundleProperties(bundle: BundleContent, type?: string): readonly Place[] {
  const all = bundlePropertyLists(bundle).flatMap((list) => list.items);
  return type === undefined ? all : all.filter((property) => property.at('type').text === type);
}
