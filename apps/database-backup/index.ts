// The exports for platform repositories: the custom resources and the type of their schedules, without the operator.

export { DatabaseBackup, DatabaseRestore, schedule } from './api.ts';
