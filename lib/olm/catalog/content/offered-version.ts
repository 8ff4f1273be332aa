import { isVersion } from '../../../constructs/index.ts';
import type { Place } from '../../content/index.ts';

/** What is known of the version of a bundle. */
export interface OfferedVersion {
  readonly version: string;
  /** What tells several packagings of one version apart; empty if there is one. */
  readonly packaging: string;
}

/** The version of a bundle of a catalog; undefined if it says none that can be read. */
export function offeredVersion(bundle: Place): OfferedVersion | undefined {
  const value = packageProperties(bundle)[0]?.at('value');
  const { text: version = '' } = value?.at('version') ?? {};
  return isVersion(version) ? { version, packaging: value?.at('release').text ?? '' } : undefined;
}

/** The properties by which a bundle says of which package and version it is: one, if it is sound. */
export function packageProperties(bundle: Place): readonly Place[] {
  return bundle.at('properties').items.filter((property) => property.at('type').text === 'olm.package');
}
