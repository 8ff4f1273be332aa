import { App } from 'cdk8s';
import { HttpCloudDatabases } from './cloud-databases.ts';
import { DatabaseOperator } from './operator.ts';
import { release } from './release.ts';

// What is there at synth is what the manager gets in the cluster.
const { CLOUD_DATABASES_URL: url } = process.env;

/** What `main.ts` synthesizes, and runs. */
export const app = new App();
new DatabaseOperator(app, 'database-operator', {
  ...release,
  ...(url !== undefined && { cloud: new HttpCloudDatabases(url), env: { CLOUD_DATABASES_URL: url } }),
});
