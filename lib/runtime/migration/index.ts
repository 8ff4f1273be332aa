export { migrateInBackground } from './background-migration.ts';
export { type MigrationPorts, type MigrationProgress, migrateDefinition } from './migrate-definition.ts';
export type { MigrationOutcome } from './migration-state.ts';
export type { ObjectRefusal } from './rewrite.ts';
