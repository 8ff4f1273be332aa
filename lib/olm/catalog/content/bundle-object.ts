import { base64Bytes } from '../../../api/index.ts';
import { documents, type Place } from '../../content/index.ts';

/** Returns the manifest in a property `olm.bundle.object`, at the place of its data; undefined if it holds none. */
export function bundleObject(property: Place): Place | undefined {
  const data = property.at('value', 'data');
  const bytes = base64Bytes(data.text ?? '');
  const root = bytes === undefined ? undefined : documents(data.file, bytes)[0]?.root;
  return (root?.at('kind').text ?? '') === '' ? undefined : root;
}

/** Returns the properties of a bundle that hold its manifests. */
export function objectProperties(bundle: Place): readonly Place[] {
  return bundle.at('properties').items.filter((property) => property.at('type').text === 'olm.bundle.object');
}
