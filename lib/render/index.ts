export { checkedReport } from './checked-report.ts';
export type { Child, ChildGroup } from './child.ts';
export { childName } from './child-name.ts';
export { createdResource } from './created-resource.ts';
export { ObjectsCache } from './objects-cache.ts';
export { controllerLive, webhookLive } from './objects-live.ts';
export { ownedChild } from './owned-child.ts';
export { controllerOf, ownerReference } from './owner-reference.ts';
export { readiness } from './readiness.ts';
export {
  formatReference,
  type ReferenceCache,
  referencesOf,
  referredNamespaces,
  type Selected,
  selectionsOf,
} from './reference.ts';
export { referencedObjects, selectedObjects } from './referenced-objects.ts';
export { type Rendered, render } from './render.ts';
export { RenderError } from './render-error.ts';
export { withSecretData } from './secret-data.ts';
export { type StartedImage, startedImages, withImages } from './started-image.ts';
