import { App } from 'cdk8s';
import { SampleDBOperator } from './operator.ts';
import { release } from './release.ts';

export const app = new App();
new SampleDBOperator(app, 'sample-db-operator', release);
