// The manager
export { type ManagerOptions, type ManagerPorts, runManager } from './manager.ts';
export { PreflightError } from './preflight.ts';

// What callbacks may meet
export { UncachedKindError } from './reconcile/index.ts';
