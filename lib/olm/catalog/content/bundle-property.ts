import { base64Bytes } from '../../../api/index.ts';
import { documents, type Place } from '../../content/index.ts';

/** Returns the manifest in a bundle's property `olm.bundle.object`, at the place of its data; undefined without one. */
export function manifestOfProperty(property: Place): Place | undefined {
  const data = property.at('value', 'data');
  const bytes = base64Bytes(data.text ?? '');
  const root = bytes === undefined ? undefined : documents(data.file, bytes)[0]?.root;
  return (root?.at('kind').text ?? '') === '' ? undefined : root;
}
