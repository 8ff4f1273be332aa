// The manager

export { runManager } from './manager.ts';
export type { ManagerOptions, ManagerPorts, ManagerState } from './manager-options.ts';
export type { MetricsOptions } from './metrics-server.ts';
export { PreflightError } from './preflight.ts';
export { longestRetryMs, type QueueContent, type WaitingKey } from './queue/index.ts';
export type { CacheState } from './shared-cache.ts';
export type { WebhookOptions, WebhookUrl } from './webhooks/index.ts';

// Development

export {
  type LeadsUntil,
  type LeaseTakeoverOptions,
  leaderClient,
  NotLeaderError,
  takeOverLeases,
} from './leader-election/index.ts';

// Record and replay

export { type Divergence, type ReplayedReconcile, replay } from './controller/index.ts';
export {
  type RecordedReconcile,
  type RecordingOptions,
  type RequestJson,
  readTrace,
  type Trace,
  TraceError,
} from './reconcile/index.ts';

// Previews

export type { PreviewedChange, PreviewedReconcile, PreviewPorts } from './controller/index.ts';
export { previewReconciles } from './preview.ts';

// Watched objects

export type { Change } from './cache/index.ts';
export { type KindWatchOptions, type KindWatchPorts, watchKind } from './kind-watch.ts';

// Stored objects

export {
  type MigrationOutcome,
  type MigrationPorts,
  type MigrationProgress,
  migrateDefinition,
  type ObjectRefusal,
} from './migration/index.ts';

// Errors of callbacks' lookups

export { UncachedKindError, UnknownIndexError, UnseenKindError } from '../api/index.ts';
