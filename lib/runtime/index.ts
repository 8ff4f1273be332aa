// The manager

export { type ManagerOptions, type ManagerPorts, runManager } from './manager.ts';
export { PreflightError } from './preflight.ts';
export type { WebhookOptions, WebhookUrl } from './webhook-options.ts';

// Stored objects

export {
  type MigrationOutcome,
  type MigrationPorts,
  type MigrationProgress,
  migrateDefinition,
  type ObjectRefusal,
} from './migration/index.ts';

// What callbacks may meet

export { UncachedKindError } from './reconcile/index.ts';
