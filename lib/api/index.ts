// Kinds

export { builtInKind, builtInKinds, isBuiltInGroup } from './built-in-kinds.ts';
export {
  apiVersion,
  formatGroupKind,
  formatGroupVersionKind,
  type GroupVersionKind,
  groupVersionKind,
} from './group-version-kind.ts';
export { distinctKinds, isSameKind, type Kind, type Scope } from './kind.ts';
export { type Index, index } from './kind-index.ts';
export { type ApiObjectClass, type KindReference, resolveKind, UnknownKindError } from './kind-reference.ts';
export {
  type FollowedReference,
  isKindView,
  isSameView,
  type KeptContent,
  type KindView,
  metadataOf,
  resolveFollowedKind,
} from './kind-view.ts';
export { partOf } from './part-of.ts';
export { isProtectedKind } from './protected-kind.ts';
export { definitionKind, mutatingConfigurationKind, validatingConfigurationKind } from './registered-kind.ts';

// Objects

export {
  isDnsLabel,
  isJsonObject,
  isLabelValue,
  isQualifiedName,
  isSubdomain,
  type JsonObject,
  type JsonValue,
} from '../schema/index.ts';
export { base64Bytes } from './base64.ts';
export type {
  FieldsV1,
  KubernetesObject,
  ManagedFieldsEntry,
  ObjectMeta,
  OwnerReference,
  StoredObject,
  StoredObjectMeta,
} from './kubernetes-object.ts';
export { formatObjectAddress, type ObjectAddress } from './object-address.ts';
export { formatObjectKey, type ObjectKey, objectKey, parseObjectKey } from './object-key.ts';
export { objectTitle } from './object-title.ts';
export type { Observed, ObservedMetadata, Raw } from './observed.ts';
export { compareResourceVersions } from './resource-version.ts';
export { scoped } from './scoped.ts';

// Custom resources

export {
  type Condition,
  type ConditionReport,
  type ConditionStatus,
  conditionsAfter,
  conditionsOf,
  findCondition,
  longestConditionMessage,
  sortedConditions,
  wholeConditionsOf,
} from './condition.ts';
export { CustomResource, type CustomResourceConstructor, type CustomResourceProps } from './custom-resource.ts';
export type { ImportedDefinition } from './imported-definition.ts';
export {
  type ImportedContent,
  ImportedResource,
  type ImportedResourceClass,
  type ImportedResourceConstructor,
  type ImportedResourceInput,
  type ImportedResourceProps,
} from './imported-resource.ts';
export { setJudgedSpec } from './judged-spec.ts';
export type { ContentOf, OlderVersion, VersionContent } from './older-version.ts';
export type { PrinterColumn } from './printer-column.ts';
export type {
  Resource,
  Spec,
  SpecInput,
  StandardStatus,
  Status,
  StatusInput,
} from './resource.ts';
export {
  type AnyOlderVersion,
  type CustomResourceClass,
  definitionName,
  type RawContent,
  type ResourceDefinition,
} from './resource-definition.ts';
export type { ResourceDefinitionProps } from './resource-definition-props.ts';
export type { ResourceMetadata } from './resource-metadata.ts';
export type { Scale } from './scale.ts';
export type { ExactReport, StatusReport } from './status-report.ts';
export { type ResourceInput, ruleSchema, seenByRules, type Verdict } from './verdict.ts';

// Admission

export type {
  AdmissionFinding,
  AdmissionRequest,
  AdmissionUser,
  Denial,
  ExactFindings,
  ExactMutation,
  FindingsAnswer,
  Mutation,
  MutationAnswer,
  Proposed,
  Warning,
} from './admission.ts';

// Conversion

export { ConversionError } from './conversion/conversion-error.ts';
export { convertObject } from './conversion/convert-object.ts';
export { conversionAnnotation } from './conversion/kept-content.ts';

// Passes

export { Action } from './action.ts';
export type { Live, LiveSelector } from './live.ts';
export type { Referenced } from './referenced.ts';
export { isKnown, type Sight } from './sight.ts';
export { TerminalError } from './terminal-error.ts';
export type { ProblemReason, TroubleReason, WaitReason } from './trouble-reason.ts';
