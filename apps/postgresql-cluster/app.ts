import { App } from 'cdk8s';
import { PostgreSQLClusterOperator } from './operator.ts';
import { release } from './release.ts';

export const app = new App();
new PostgreSQLClusterOperator(app, 'postgresql-cluster-operator', release);
