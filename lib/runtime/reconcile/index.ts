export type { ChildConflict } from './child-conflict.ts';
export type { Journal } from './journal.ts';
export { UncachedKindError } from './live.ts';
export type { Observation } from './observation.ts';
export { type Pass, type PassPorts, reconciler } from './pass.ts';
export { isPassing, isTerminal } from './trouble.ts';
