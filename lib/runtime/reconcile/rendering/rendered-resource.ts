// In: a resource, parsed, and the cached objects that it refers to. Out: its children for this cluster. Called by the
// reconcile, and before a resource is released whose StatefulSet is recreated around its pods.

import {
  type CustomResourceClass,
  objectKey,
  type References,
  type Resource,
  TerminalError,
} from '../../../api/index.ts';
import type { UnknownChildren } from '../../../constructs/index.ts';
import { type Child, type Rendered, referencedObjects, render, withImages } from '../../../render/index.ts';
import type { ReconcileRun } from '../reconcile-run.ts';
import type { Observation } from './observation.ts';

/**
 * The rendered children of a resource in this cluster. Images that the manager overrides are replaced.
 *
 * @throws RenderError as `render` does.
 */
export function rendered(
  resource: Resource<CustomResourceClass>,
  { controller, cache, images, withLog }: Pick<ReconcileRun, 'controller' | 'cache' | 'images' | 'withLog'>,
): Rendered<UnknownChildren> & { readonly references: References } {
  const references = referencedObjects(controller, resource, cache);
  const { construct, children } = withLog(objectKey(resource), () => render(controller, resource, references));
  if (images === undefined || images.size === 0) return { construct, children, references };
  const replaced = children.map((child) => ({
    ...child,
    object: withImages(child.object, (image) => images.get(image)),
  }));
  return { construct, children: replaced, references };
}

/**
 * Refuses children that the caches would never show: each reconcile would write them again, and none would prune them.
 *
 * @throws TerminalError naming each of them.
 */
export function refuseUnseen(children: readonly Child[], cache: Pick<Observation, 'unseen'>): void {
  const findings = children.flatMap(({ kind, object }) => cache.unseen(kind, object) ?? []);
  if (findings.length > 0) throw new TerminalError(findings.join('; '));
}
