import { isVersion } from '../../../constructs/index.ts';
import type { Place } from '../../content/index.ts';

/** The version of a bundle in a catalog. */
export interface OfferedVersion {
  readonly version: string;
  /** The part that distinguishes several packagings of one version; empty if there is one. */
  readonly packaging: string;
}

/** Returns the version of a bundle of a catalog; undefined if it has none that is valid. */
export function offeredVersion(bundle: Place): OfferedVersion | undefined {
  const value = packageProperties(bundle)[0]?.at('value');
  const { text: version = '' } = value?.at('version') ?? {};
  return isVersion(version) ? { version, packaging: value?.at('release').text ?? '' } : undefined;
}

/** Returns the properties with package and version of a bundle: exactly one in a valid bundle. */
export function packageProperties(bundle: Place): readonly Place[] {
  return bundle.at('properties').items.filter((property) => property.at('type').text === 'olm.package');
}
