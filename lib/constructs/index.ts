// The operator and its parts
export { Operator, type OperatorProps } from './operator.ts';
export { Controller, type ControllerProps, type StatusReport, type Watch } from './controller.ts';
export { Sample, type SampleProps } from './sample.ts';

// What they amount to
export { CustomResourceDefinition, type CustomResourceDefinitionProps } from './custom-resource-definition.ts';
export { managerPorts, type ManagerProps, type ResourceRequirements } from './manager.ts';
export type { Architecture, BundleProps, Category, Icon } from './bundle.ts';
