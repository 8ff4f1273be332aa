// The operator and its parts

export { Controller, type ControllerProps, type StatusReport, type Watch } from './controller.ts';
export { Operator, type OperatorProps } from './operator.ts';
export { Sample, type SampleProps } from './sample.ts';

// What is said of it

export type { Architecture, BundleProps, Category, Icon } from './bundle.ts';
export { type ManagerProps, managerPorts, type ResourceRequirements } from './manager.ts';

// What it amounts to

export { CustomResourceDefinition, type CustomResourceDefinitionProps } from './custom-resource-definition.ts';
