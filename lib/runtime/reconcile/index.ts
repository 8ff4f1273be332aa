export type { ChildConflict } from './child-conflict.ts';
export type { Journal } from './journal.ts';
export type { Observation } from './observation.ts';
export { parsedResource } from './parsed-resource.ts';
export { type Pass, type PassPorts, reconciler } from './pass.ts';
export { formatReference, type ReferencedObject, referencesOf } from './reference.ts';
export { isPassing, isTerminal } from './trouble.ts';
export { UncachedKindError } from './uncached-kind-error.ts';
