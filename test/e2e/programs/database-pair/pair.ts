import { App } from 'cdk8s';
import { DatabaseOperator } from '../../../../apps/database/operator.ts';
import { release } from '../../../../apps/database/release.ts';

/** Returns a release of the database operator with two replicas. */
export function pair(version: string): App {
  const app = new App();
  const image = `example.com/operators/database-operator:${version}`;
  new DatabaseOperator(app, 'database-operator', { ...release, version, image, replicas: 2 });
  return app;
}
