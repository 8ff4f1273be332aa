export type { ChildConflict } from './child-conflict.ts';
export { UncachedKindError } from './live.ts';
export type { Observation } from './observation.ts';
export { type Journal, type Pass, type PassPorts, reconciler } from './pass.ts';
export { isTerminal } from './trouble.ts';
