import { objectKey, type ResourceDefinition, type StoredObject } from '../../../api/index.ts';
import type { Client, Patch } from '../../../client/index.ts';

/** The finalizer that keeps a deleted resource until its controller has cleaned up: `<singular>.<group>/finalizer`. */
export function finalizerName({ singular, group }: Pick<ResourceDefinition, 'singular' | 'group'>): string {
  return `${singular}.${group}/finalizer`;
}

/** The finalizer that keeps a resource while some of its pods have no controller: `<singular>.<group>/replacement`. */
export function holdName({ singular, group }: Pick<ResourceDefinition, 'singular' | 'group'>): string {
  return `${singular}.${group}/replacement`;
}

/** Returns true if the resource has the finalizer. */
export function hasFinalizer({ metadata }: StoredObject, finalizer: string): boolean {
  return metadata.finalizers?.includes(finalizer) === true;
}

/** The finalizer that is written, and the client. */
export interface FinalizerContext {
  readonly client: Pick<Client, 'patch'>;
  readonly kind: ResourceDefinition;
  /** @default the one for cleaning up */
  readonly finalizer?: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Adds a finalizer to a resource, or removes it; fails with a conflict if the resource has changed since it was read.
 */
export async function writeFinalizer(
  resource: StoredObject,
  change: 'add' | 'remove',
  { client, kind, finalizer = finalizerName(kind), signal }: FinalizerContext,
): Promise<StoredObject> {
  const others = (resource.metadata.finalizers ?? []).filter((name) => name !== finalizer);
  const finalizers = change === 'add' ? [...others, finalizer] : others;
  const { resourceVersion } = resource.metadata;
  const patch: Patch = { type: 'merge', body: { metadata: { finalizers, resourceVersion } } };
  return await client.patch(kind, objectKey(resource), patch, { signal });
}
