import type { KubernetesObject } from '../../../api/index.ts';

/**
 * Removes the namespace of a manifest: operators may be installed in any, and consoles create a sample in the current
 * namespace and reject one that names another.
 */
export function withoutNamespace(manifest: KubernetesObject): KubernetesObject {
  const { namespace: _, ...metadata } = manifest.metadata;
  return { ...manifest, metadata };
}
