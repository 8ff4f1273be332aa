export { RunningController } from './controller.ts';
export type { PreviewedChange } from './dry-run.ts';
export { PreviewedController, type PreviewedReconcile, type PreviewPorts } from './previewed-controller.ts';
export { type ReplayedReconcile, replay } from './replay.ts';
export type { Divergence } from './replayed-run.ts';
