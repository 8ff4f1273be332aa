export type { Child, ChildGroup } from './child.ts';
export { createdResource } from './created-resource.ts';
export { childName } from './name.ts';
export { controllerOf, ownerReference } from './owner-reference.ts';
export { readiness } from './readiness.ts';
export type { Readiness } from './readiness-rule.ts';
export { type Rendered, render } from './render.ts';
export { RenderError } from './render-error.ts';
export { type StartedImage, startedImages, withImages } from './started-image.ts';
