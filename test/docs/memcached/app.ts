import { App } from 'cdk8s';
import { MemcachedOperator } from '../../../apps/memcached/operator.ts';

export const app = new App();
new MemcachedOperator(app, 'memcached-operator', { version: '0.1.0', image: 'example.com/memcached-operator:0.1.0' });
