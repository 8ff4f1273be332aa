// The kinds
export { CustomResource, type CustomResourceClass, type CustomResourceConstructor, type CustomResourceProps } from './api/index.ts';
export type { ResourceDefinition, ResourceDefinitionProps } from './api/index.ts';
export type { Resource, Spec, SpecInput, StandardStatus, Status } from './api/index.ts';
export type { ApiObjectClass, GroupVersionKind, Kind, KindReference, Scope } from './api/index.ts';

// The operator
export { Operator, type OperatorProps, type ManagerProps, type ResourceRequirements } from './constructs/index.ts';
export { Controller, type ControllerProps, type StatusReport, type Watch } from './constructs/index.ts';
export { Sample, type SampleProps } from './constructs/index.ts';
export type { Architecture, BundleProps, Category, Icon } from './constructs/index.ts';

// Callbacks
export { Action, TerminalError } from './api/index.ts';
export type { Condition, ConditionReport, ConditionStatus } from './api/index.ts';
export type { Live, LiveSelector, Observed, ObjectKey, Raw } from './api/index.ts';
export type { KubernetesObject, ObjectMeta, OwnerReference, StoredObject, StoredObjectMeta } from './api/index.ts';
