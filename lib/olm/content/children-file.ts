import type { ObjectKey } from '../../api/index.ts';

/**
 * Returns the file name of a sample's children, such as `children/database_production_my-postgres.yaml`: a YAML stream.
 *
 * Readers of bundles ignore it, and it isn't part of the image: a later release is compared with it.
 */
export function childrenFile(kind: string, { namespace, name }: ObjectKey): string {
  const parts = [kind.toLowerCase(), ...(namespace === undefined ? [] : [namespace]), name];
  return `children/${parts.join('_')}.yaml`;
}
