// The exports for platform repositories: the custom resource in its versions and its children, without the operator.

export { Database, DatabaseV1Beta1 } from './api.ts';
export { DatabaseServer, type DatabaseServerProps } from './children.ts';
export type { EngineName } from './engine.ts';
