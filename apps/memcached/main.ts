import { App } from 'cdk8s';
import { main } from 'operand/cli';
import { MemcachedOperator } from './operator.ts';
import { release } from './release.ts';

const app = new App();
new MemcachedOperator(app, 'memcached-operator', release);
await main(app);
