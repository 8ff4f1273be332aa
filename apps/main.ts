import { App } from 'cdk8s';
import { main } from 'operand/cli';
import { MemcachedOperator } from './memcached/operator.ts';
import { release as memcached } from './memcached/release.ts';

// Every operator of this repository in one app: what `cdk8s synth` reads.
const app = new App();
new MemcachedOperator(app, 'memcached-operator', memcached);
await main(app);
