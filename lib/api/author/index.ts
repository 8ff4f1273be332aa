// The main entry point of the package `operand-api`: the names that modules of kinds and their children use, wherever
// they are published. Published modules keep importing them through all of 0.x, so a release never removes a name. The
// library's own packages import ../index.ts.

// A custom resource and its versions

export { ConversionError } from '../conversion/conversion-error.ts';
export { convertObject } from '../conversion/convert-object.ts';
export type { ResourceMetadata } from '../manifest/resource-metadata.ts';
export {
  CustomResource,
  type CustomResourceConstructor,
  type CustomResourceProps,
} from '../resource/custom-resource.ts';
export type { ContentOf, OlderVersion, VersionContent } from '../resource/older-version.ts';
export type {
  ChildProps,
  Resource,
  Spec,
  SpecInput,
  StandardStatus,
  Status,
  StatusInput,
} from '../resource/resource.ts';
export type { CustomResourceClass, PrinterColumn, ResourceDefinition, Scale } from '../resource/resource-definition.ts';
export type { ResourceDefinitionProps } from '../resource/resource-definition-props.ts';
export type { ResourceInput, ResourceValidation } from '../resource/resource-validation.ts';
export { validateResources } from '../resource/validate-resources.ts';

// The kinds of other objects

export type { ImportedDefinition } from '../imported-kind/imported-definition.ts';
export {
  type ImportedContent,
  ImportedResource,
  type ImportedResourceClass,
  type ImportedResourceConstructor,
  type ImportedResourceInput,
  type ImportedResourceProps,
} from '../imported-kind/imported-resource.ts';
export type { PlusClass, PlusConstruct } from '../kind/cdk8s-plus-class.ts';
export type { GroupVersionKind } from '../kind/group-version-kind.ts';
export type { Kind, Scope } from '../kind/kind.ts';
export type { ApiObjectClass, KindReference } from '../kind/kind-reference.ts';

// The children of a custom resource

export { waitUntilReady } from '../manifest/readiness-wait.ts';
