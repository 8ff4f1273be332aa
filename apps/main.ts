import { App } from 'cdk8s';
import { main } from 'operand/cli';
import { DatabaseCatalog } from './database/catalog.ts';
import { DatabaseOperator } from './database/operator.ts';
import { release as database } from './database/release.ts';
import { MemcachedCatalog } from './memcached/catalog.ts';
import { MemcachedOperator } from './memcached/operator.ts';
import { release as memcached } from './memcached/release.ts';

// Every operator of this repository in one app: what `cdk8s synth` reads.
const app = new App();
new MemcachedCatalog(app, 'MemcachedCatalog', new MemcachedOperator(app, 'memcached-operator', memcached));
new DatabaseCatalog(app, 'DatabaseCatalog', new DatabaseOperator(app, 'database-operator', database));
await main(app);
