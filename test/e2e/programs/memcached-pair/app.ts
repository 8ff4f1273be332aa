import { App } from 'cdk8s';
import { MemcachedOperator } from '../../../../apps/memcached/operator.ts';
import { release } from '../../../../apps/memcached/release.ts';

/** The memcached operator with two replicas. */
export const app = new App();
new MemcachedOperator(app, 'memcached-operator', { ...release, replicas: 2 });
