// The exports for platform repositories: the custom resources, without the operator.

export { DatabaseBackup, DatabaseRestore } from './api.ts';
