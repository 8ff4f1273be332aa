export { PublishedShapes } from './comparison/published-shape.ts';
export type { Journal, Problem } from './journal.ts';
export { type Reconcile, reconciler } from './reconcile.ts';
export type { ReconcilePorts } from './reconcile-run.ts';
export type { Observation } from './rendering/observation.ts';
export { parsedResource } from './rendering/rendered-resource.ts';
export { ReconcileTimeoutError } from './safeguards/reconcile-time.ts';
export { isTerminal } from './status/failure-cause.ts';
