export type { ChildConflict } from './child-conflict.ts';
export { PublishedShapes } from './difference/published-shape.ts';
export { isTerminal } from './failure-cause.ts';
export type { Journal, Problem } from './journal.ts';
export type { Observation } from './observation.ts';
export { parsedResource } from './parsed-resource.ts';
export { type Reconcile, type ReconcilePorts, reconciler } from './reconcile.ts';
export { ReconcileTimeoutError } from './reconcile-time.ts';
