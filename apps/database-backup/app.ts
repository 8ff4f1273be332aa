import { App } from 'cdk8s';
import { DatabaseBackupOperator } from './operator.ts';
import { release } from './release.ts';

export const app = new App();
new DatabaseBackupOperator(app, 'database-backup-operator', release);
