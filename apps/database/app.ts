import { App } from 'cdk8s';
import { HttpCloudDatabases } from './cloud-databases.ts';
import { DatabaseOperator } from './operator.ts';
import { release } from './release.ts';

// The manager in the cluster gets the value that the variable has at synth.
const { CLOUD_DATABASES_URL: url } = process.env;

/** The app that `main.ts` synthesizes and runs. */
export const app = new App();
new DatabaseOperator(app, 'database-operator', {
  ...release,
  ...(url !== undefined && { cloud: new HttpCloudDatabases(url), env: { CLOUD_DATABASES_URL: url } }),
});
