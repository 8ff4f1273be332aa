// The exports for platform repositories: the custom resource and its children, without the operator.

export { PostgreSQLCluster } from './api.ts';
export { PostgreSQLServers, type PostgreSQLServersProps } from './children.ts';
