import { App } from 'cdk8s';
import { main } from 'operand/cli';
import { DatabaseOperator } from './database/operator.ts';
import { release as database } from './database/release.ts';
import { MemcachedOperator } from './memcached/operator.ts';
import { release as memcached } from './memcached/release.ts';

// Every operator of this repository in one app: what `cdk8s synth` reads.
const app = new App();
new MemcachedOperator(app, 'memcached-operator', memcached);
new DatabaseOperator(app, 'database-operator', database);
await main(app);
