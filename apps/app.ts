import { App } from 'cdk8s';
import { DatabaseCatalog } from './database/catalog.ts';
import { DatabaseOperator } from './database/operator.ts';
import { release as database } from './database/release.ts';
import { DatabaseBackupAlerts } from './database-backup/alerts.ts';
import { DatabaseBackupOperator } from './database-backup/operator.ts';
import { release as databaseBackup } from './database-backup/release.ts';
import { MemcachedCatalog } from './memcached/catalog.ts';
import { MemcachedOperator } from './memcached/operator.ts';
import { release as memcached } from './memcached/release.ts';
import { Monitoring } from './monitoring/chart.ts';
import { PostgreSQLClusterAlerts } from './postgresql-cluster/alerts.ts';
import { PostgreSQLClusterOperator } from './postgresql-cluster/operator.ts';
import { release as postgreSQLCluster } from './postgresql-cluster/release.ts';
import { SampleDBOperator } from './sample-db/operator.ts';
import { release as sampleDB } from './sample-db/release.ts';

/** All operators and charts of this repository in one app, for `cdk8s synth`. */
export const app = new App();
new MemcachedCatalog(app, 'MemcachedCatalog', new MemcachedOperator(app, 'memcached-operator', memcached));
new DatabaseCatalog(app, 'DatabaseCatalog', new DatabaseOperator(app, 'database-operator', database));
new DatabaseBackupOperator(app, 'database-backup-operator', databaseBackup);
new DatabaseBackupAlerts(app, 'database-backup-alerts');
new SampleDBOperator(app, 'sample-db-operator', sampleDB);
new PostgreSQLClusterOperator(app, 'postgresql-cluster-operator', postgreSQLCluster);
new PostgreSQLClusterAlerts(app, 'postgresql-cluster-alerts');
new Monitoring(app, 'monitoring');
