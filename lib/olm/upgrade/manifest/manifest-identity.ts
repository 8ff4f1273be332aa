import type { Place } from '../../content/index.ts';
import { groupKindOf } from '../object-identity.ts';

/** Kind and name; undefined without a name. Namespaces make no difference: OLM puts all into that of the installation. */
export function manifestIdentity(manifest: Place): string | undefined {
  const name = manifest.at('metadata', 'name').text;
  return name === undefined ? undefined : `${groupKindOf(manifest)} ${name}`;
}
