import { App } from 'cdk8s';
import { main } from 'operand/cli';
import { HttpCloudDatabases } from './cloud-databases.ts';
import { DatabaseOperator } from './operator.ts';
import { release } from './release.ts';

const { CLOUD_DATABASES_URL: url } = process.env;
const app = new App();
new DatabaseOperator(app, 'database-operator', {
  ...release,
  cloud: url === undefined ? undefined : new HttpCloudDatabases(url),
});
await main(app);
