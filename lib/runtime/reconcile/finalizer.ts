import { objectKey, type ResourceDefinition, type StoredObject } from '../../api/index.ts';
import type { Client, Patch } from '../../client/index.ts';

/** The finalizer that holds a deleted resource until its controller has cleaned up: `<singular>.<group>/finalizer`. */
export function finalizerName({ singular, group }: Pick<ResourceDefinition, 'singular' | 'group'>): string {
  return `${singular}.${group}/finalizer`;
}

/** Whether the resource carries the finalizer. */
export function hasFinalizer({ metadata }: StoredObject, finalizer: string): boolean {
  return metadata.finalizers?.includes(finalizer) === true;
}

/** Puts the finalizer on a resource, or takes it off; fails with a conflict if the resource has changed since it was read. */
export async function writeFinalizer(
  client: Client,
  definition: ResourceDefinition,
  resource: StoredObject,
  change: 'add' | 'remove',
  signal: AbortSignal,
): Promise<StoredObject> {
  const finalizer = finalizerName(definition);
  const others = (resource.metadata.finalizers ?? []).filter((name) => name !== finalizer);
  const finalizers = change === 'add' ? [...others, finalizer] : others;
  const { resourceVersion } = resource.metadata;
  const patch: Patch = { type: 'merge', body: { metadata: { finalizers, resourceVersion } } };
  return await client.patch(definition, objectKey(resource), patch, { signal });
}
