// In: a resource, parsed, and what the cache holds of what it refers to. Out: its children, as this cluster is to have
// them. Called by the pass, and before a resource is let go around whose pods a StatefulSet is made anew.

import { type CustomResourceClass, objectKey, type References, type Resource } from '../../api/index.ts';
import type { UnknownChildren } from '../../constructs/index.ts';
import { type Rendered, referencedObjects, render, withImages } from '../../render/index.ts';
import type { ReconcileRun } from './reconcile-run.ts';

/**
 * What a resource renders to in this cluster: the children start the images that stand in for those that the definition
 * names.
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
