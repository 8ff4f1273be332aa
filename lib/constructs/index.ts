// The operator and its parts

export type { Architecture, BundleProps, Category, Icon } from './bundle.ts';
export { Controller, type ControllerProps, type StatusReport, type Watch } from './controller.ts';
// What they amount to
export { CustomResourceDefinition, type CustomResourceDefinitionProps } from './custom-resource-definition.ts';
export { type ManagerProps, managerPorts, type ResourceRequirements } from './manager.ts';
export { Operator, type OperatorProps } from './operator.ts';
export { Sample, type SampleProps } from './sample.ts';
