export type { Child } from './child.ts';
export { childName } from './name.ts';
export { controllerOf, ownerReference } from './owner-reference.ts';
export { type Readiness, readiness } from './readiness.ts';
export { render, type Rendered } from './render.ts';
export { RenderError } from './render-error.ts';
