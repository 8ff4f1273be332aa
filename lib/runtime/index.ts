// The manager
export { type ManagerOptions, type ManagerPorts, runManager } from './manager.ts';
// Stored objects
export {
  type MigrationOutcome,
  type MigrationPorts,
  type MigrationProgress,
  migrateDefinition,
  type ObjectRefusal,
} from './migration/index.ts';
export { PreflightError } from './preflight.ts';
// What callbacks may meet
export { UncachedKindError } from './reconcile/index.ts';
export type { WebhookOptions, WebhookUrl } from './webhooks.ts';
