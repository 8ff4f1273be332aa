import { App } from 'cdk8s';
import { MemcachedOperator } from './operator.ts';
import { release } from './release.ts';

export const app = new App();
new MemcachedOperator(app, 'memcached-operator', release);
