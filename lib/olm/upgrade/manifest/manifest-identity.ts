import type { Place } from '../../content/index.ts';
import { objectGroupKind } from '../object-identity.ts';

/**
 * Returns kind and name; undefined without a name. The namespace makes no difference: OLM puts all objects into that of
 * the installation.
 */
export function manifestIdentity(manifest: Place): string | undefined {
  const name = manifest.at('metadata', 'name').text;
  return name === undefined ? undefined : `${objectGroupKind(manifest)} ${name}`;
}
