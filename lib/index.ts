// The kinds

export {
  type ApiObjectClass,
  CustomResource,
  type CustomResourceClass,
  type CustomResourceConstructor,
  type CustomResourceProps,
  type GroupVersionKind,
  type Kind,
  type KindReference,
  type Resource,
  type ResourceDefinition,
  type ResourceDefinitionProps,
  type Scope,
  type Spec,
  type SpecInput,
  type StandardStatus,
  type Status,
  type StatusInput,
} from './api/index.ts';

// The operator

export {
  type Architecture,
  type BundleProps,
  type Category,
  Controller,
  type ControllerProps,
  type Grant,
  type Icon,
  type ManagerProps,
  Operator,
  type OperatorProps,
  type ResourceRequirements,
  Sample,
  type SampleProps,
  type Verb,
  type Watch,
} from './constructs/index.ts';

// Its callbacks

export {
  Action,
  type Condition,
  type ConditionReport,
  type ConditionStatus,
  type KubernetesObject,
  type Live,
  type LiveSelector,
  type ObjectKey,
  type ObjectMeta,
  type Observed,
  type OwnerReference,
  type Raw,
  type StatusReport,
  type StoredObject,
  type StoredObjectMeta,
  TerminalError,
} from './api/index.ts';
