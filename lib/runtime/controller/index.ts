export { RunningController } from './controller.ts';
export { type ReplayedReconcile, replay } from './replay.ts';
export type { Divergence } from './replayed-run.ts';
