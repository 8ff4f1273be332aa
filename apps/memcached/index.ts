// The exports for platform repositories: the custom resource and its children, without the operator.

export { Memcached } from './api.ts';
export { MemcachedServer } from './children.ts';
