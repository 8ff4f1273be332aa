import type { BundleContent, Place } from '../../content/index.ts';
import { kindOf } from '../object-identity.ts';

/** Returns the definition of a sample's kind; undefined if a bundle doesn't have it. */
export function definitionOf(sample: Place, bundle: BundleContent): Place | undefined {
  const { group, kind } = kindOf(sample);
  return bundle.definitions.find(
    (each) => each.at('spec', 'group').text === group && each.at('spec', 'names', 'kind').text === kind,
  );
}
