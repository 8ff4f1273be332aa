import { objectKey, type ResourceDefinition, type StoredObject } from '../../../api/index.ts';
import type { Client, Patch } from '../../../client/index.ts';
import type { Journal } from '../journal.ts';

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

/** The part of a reconcile that writes finalizers. */
export interface FinalizedRun {
  /** Set to the response of each write. */
  resource: StoredObject;
  readonly client: Pick<Client, 'patch'>;
  readonly scope: {
    readonly controller: { readonly kind: ResourceDefinition };
    readonly journal: Pick<Journal, 'objectWritten'>;
  };
  readonly signal: AbortSignal;
}

/**
 * Adds a finalizer to the resource of a reconcile, or removes it; fails with a conflict if the resource has changed
 * since it was read.
 */
export async function writeFinalizer(run: FinalizedRun, change: 'add' | 'remove', finalizer: string): Promise<void> {
  const { resource, client, scope, signal } = run;
  const others = (resource.metadata.finalizers ?? []).filter((name) => name !== finalizer);
  const finalizers = change === 'add' ? [...others, finalizer] : others;
  const { resourceVersion } = resource.metadata;
  const patch: Patch = { type: 'merge', body: { metadata: { finalizers, resourceVersion } } };
  run.resource = await client.patch(scope.controller.kind, objectKey(resource), patch, { signal });
  scope.journal.objectWritten(objectKey(resource), run.resource);
}
