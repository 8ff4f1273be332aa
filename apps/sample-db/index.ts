// The exports for platform repositories: the custom resource and its children, without the operator.

export { SampleDB } from './api.ts';
export { SampleDBServer, type SampleDBServerProps } from './children.ts';
