// The operator and its parts

export { Controller, type ControllerProps, type Watch } from './controller.ts';
export { Operator, type OperatorProps } from './operator.ts';
export { Sample, type SampleProps } from './sample.ts';

// What is said of it

export type { Architecture, BundleProps, Category, Icon } from './bundle-props.ts';
export { managerPorts } from './manager.ts';
export type { ManagerProps, ResourceRequirements } from './manager-props.ts';

// What it may do

export type { Grant, Verb } from './access/grant.ts';
export type { PolicyRule } from './access/policy-rule.ts';

// What it amounts to

export { CustomResourceDefinition, type CustomResourceDefinitionProps } from './custom-resource-definition.ts';
