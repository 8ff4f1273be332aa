// In: a resource, parsed, and the cached objects that it refers to. Out: its children for this cluster, and the context
// of its callbacks. Called by the reconcile, and before a resource is released whose StatefulSet is recreated
// around its pods.

import {
  type CustomResourceClass,
  objectKey,
  type Resource,
  type StatusContext,
  TerminalError,
} from '../../../api/index.ts';
import type { UnknownChildren } from '../../../constructs/index.ts';
import { type Child, referencedObjects, render, withImages } from '../../../render/index.ts';
import type { ReconcileCache } from '../reconcile-cache.ts';
import type { ReconcileRun } from '../reconcile-run.ts';

/** A resource with its rendered children. */
export interface RenderedResource {
  readonly parsed: Resource<CustomResourceClass>;
  /** The context of `status` and, with the effects, of `reconcile`. */
  readonly context: StatusContext<CustomResourceClass, UnknownChildren>;
  readonly children: readonly Child[];
}

/**
 * Renders a resource for this cluster: images that the manager overrides are replaced.
 *
 * @throws RenderError as `render` does.
 */
export function renderedResource(
  parsed: Resource<CustomResourceClass>,
  { live, scope }: ReconcileRun,
): RenderedResource {
  const { controller, cache, clock, images = new Map<string, string>(), redacted, withLog } = scope;
  const references = referencedObjects(controller, parsed, cache);
  const { construct, children } = withLog(objectKey(parsed), () => render(controller, parsed, references));
  const started =
    images.size === 0
      ? children
      : children.map((child) => ({ ...child, object: withImages(child.object, (image) => images.get(image)) }));
  const { metadata, spec } = parsed;
  const now = new Date(clock.now());
  const context = { resource: parsed, metadata, spec, references, children: construct, live: live.asLive(), now };
  return { parsed, context, children: redacted?.(started) ?? started };
}

/**
 * Refuses children that the caches would never show: each reconcile would write them again, and none would prune them.
 *
 * @throws TerminalError naming each of them.
 */
export function refuseUncachedChildren(
  children: readonly Child[],
  cache: Pick<ReconcileCache, 'uncachedReason'>,
): void {
  const findings = children.flatMap(({ kind, object }) => cache.uncachedReason(kind, object) ?? []);
  if (findings.length > 0) throw new TerminalError(findings.join('; '));
}
