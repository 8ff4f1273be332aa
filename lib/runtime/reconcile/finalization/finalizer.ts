import type { ResourceDefinition, StoredObject } from '../../../api/index.ts';

/** The finalizer that keeps a deleted resource until its controller has cleaned up: `<singular>.<group>/finalizer`. */
export function finalizerName({ singular, group }: Pick<ResourceDefinition, 'singular' | 'group'>): string {
  return `${singular}.${group}/finalizer`;
}

/** The finalizer that keeps a resource while some of its pods have no controller: `<singular>.<group>/replacement`. */
export function replacementFinalizerName({ singular, group }: Pick<ResourceDefinition, 'singular' | 'group'>): string {
  return `${singular}.${group}/replacement`;
}

/** Returns true if the resource has the finalizer. */
export function hasFinalizer({ metadata }: StoredObject, finalizer: string): boolean {
  return metadata.finalizers?.includes(finalizer) === true;
}
