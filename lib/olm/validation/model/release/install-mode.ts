import type { BundleContent, Place } from '../../../content/index.ts';

/** Returns the list of install modes in the ClusterServiceVersion of a bundle. */
export function listedModes({ clusterServiceVersion }: BundleContent): Place {
  return clusterServiceVersion.at('spec', 'installModes');
}

/** Returns the types of the supported install modes; undefined for one without a type. */
export function typesOfSupportedModes(bundle: BundleContent): readonly (string | undefined)[] {
  const supported = listedModes(bundle).items.filter((mode) => mode.at('supported').value === true);
  return supported.map((mode) => mode.at('type').text);
}
