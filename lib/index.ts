// The kinds

export type {
  ApiObjectClass,
  Condition,
  ConditionReport,
  ConditionStatus,
  GroupVersionKind,
  Kind,
  KindReference,
  KubernetesObject,
  Live,
  LiveSelector,
  ObjectKey,
  ObjectMeta,
  Observed,
  OwnerReference,
  Raw,
  Resource,
  ResourceDefinition,
  ResourceDefinitionProps,
  Scope,
  Spec,
  SpecInput,
  StandardStatus,
  Status,
  StoredObject,
  StoredObjectMeta,
} from './api/index.ts';
export {
  Action,
  CustomResource,
  type CustomResourceClass,
  type CustomResourceConstructor,
  type CustomResourceProps,
  TerminalError,
} from './api/index.ts';
export type { Architecture, BundleProps, Category, Icon } from './constructs/index.ts';
// The operator
export {
  Controller,
  type ControllerProps,
  type ManagerProps,
  Operator,
  type OperatorProps,
  type ResourceRequirements,
  Sample,
  type SampleProps,
  type StatusReport,
  type Watch,
} from './constructs/index.ts';
