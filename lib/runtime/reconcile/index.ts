export type { ChildConflict } from './child-conflict.ts';
export { PublishedShapes } from './difference/published-shape.ts';
export type { Journal, Problem } from './journal.ts';
export type { Observation } from './observation.ts';
export { parsedResource } from './parsed-resource.ts';
export { type Pass, type PassPorts, reconciler } from './pass.ts';
export { PassTimeoutError } from './pass-time.ts';
export { isTerminal } from './trouble.ts';
