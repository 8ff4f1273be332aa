// Kinds

export {
  admissionPolicyBindingKind,
  admissionPolicyKind,
  builtInKind,
  builtInKinds,
  definitionKind,
  isBuiltInGroup,
  knownKind,
  mutatingConfigurationKind,
  secretKind,
  validatingConfigurationKind,
} from './kind/built-in-kinds.ts';
export type { PlusClass, PlusConstruct } from './kind/cdk8s-plus-class.ts';
export {
  apiVersion,
  distinctKinds,
  formatGroupKind,
  formatGroupVersionKind,
  type GroupVersionKind,
  groupVersionKind,
  isSameKind,
} from './kind/group-version-kind.ts';
export type { Kind, Scope } from './kind/kind.ts';
export { type Index, index } from './kind/kind-index.ts';
export { type KindReference, resolveKind, UnknownKindError } from './kind/kind-reference.ts';
export {
  type CachedReference,
  isKindView,
  isSameView,
  type KindView,
  metadataOf,
  resolveViewedKind,
  type ViewContent,
} from './kind/kind-view.ts';
export { partOf } from './kind/part-of.ts';
export { isProtectedKind } from './kind/protected-kind.ts';

// Errors of the API server

export type { ApiCall } from './error/api-call.ts';
export { ApiError } from './error/api-error.ts';
export {
  isAlreadyExists,
  isConflict,
  isForbidden,
  isGone,
  isInvalid,
  isKindMissing,
  isKindTerminating,
  isNamespaceTerminating,
  isNotFound,
  isOvertaken,
  isReplaced,
  isServerError,
  isTooManyRequests,
  isTypeMismatch,
  isUnauthorized,
  undefinedIfNotFound,
} from './error/api-error-predicate.ts';
export { decodeStatus, type StatusCause, type StatusReason } from './error/api-status.ts';
export { ConnectionError, type ConnectionFailure, type Peer } from './error/connection-error.ts';

// Objects

export {
  isDns1035Label,
  isDnsLabel,
  isJsonObject,
  isLabelValue,
  isQualifiedName,
  isSubdomain,
  type JsonObject,
  type JsonValue,
} from '../schema/index.ts';
export type { Observed, ObservedMetadata, Raw } from './callback/observed.ts';
export { base64Bytes } from './object/base64.ts';
export type {
  FieldsV1,
  KubernetesObject,
  ManagedFieldsEntry,
  ObjectMeta,
  OwnerReference,
  StoredObject,
  StoredObjectMeta,
} from './object/kubernetes-object.ts';
export {
  compareObjectKeys,
  formatObjectAddress,
  formatObjectKey,
  type ObjectAddress,
  type ObjectKey,
  objectKey,
  objectTitle,
  parseObjectKey,
} from './object/object-key.ts';
export { compareResourceVersions, isOlderObject, withVersionOfNone } from './object/resource-version.ts';
export { withScopedNamespace } from './object/scoped-namespace.ts';
export { writtenAnnotations } from './object/written-annotations.ts';

// Custom resources

export { ImportedResource, type ImportedResourceProps } from './imported-kind/imported-resource.ts';
export { readinessWaits, waitUntilReady } from './manifest/readiness-wait.ts';
export type { ResourceMetadata } from './manifest/resource-metadata.ts';
export { setAcceptedSpec } from './resource/accepted-spec.ts';
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
} from './resource/condition.ts';
export { CustomResource, type CustomResourceConstructor } from './resource/custom-resource.ts';
export type {
  ExactReport,
  Resource,
  Spec,
  SpecInput,
  StandardStatus,
  Status,
  StatusReport,
} from './resource/resource.ts';
export type { PrinterColumn } from './resource/resource-definition.ts';
export {
  type CustomResourceClass,
  definitionName,
  type RawContent,
  type ResourceDefinition,
} from './resource/resource-definition.ts';
export { type ResourceValidation, resourceSeenByRules } from './resource/resource-validation.ts';

// Admission

export type {
  AdmissionFinding,
  AdmissionRequest,
  AdmissionUser,
  Denial,
  ExactFindings,
  ExactMutation,
  Mutation,
  Proposed,
  ReturnedFindings,
  ReturnedMutation,
  Warning,
} from './callback/admission.ts';

// Conversion

export { canonicalJson, isSameJson } from '../schema/index.ts';
export { ConversionError } from './conversion/conversion-error.ts';
export { convertObject } from './conversion/convert-object.ts';
export { jsonCopy } from './conversion/json-copy.ts';
export { conversionAnnotation, incompleteAnnotation } from './conversion/kept-content.ts';

// Callbacks

export { Action } from './callback/action.ts';
export { type CallbackMetrics, callbackMetrics } from './callback/callback-metrics.ts';
export type {
  AdmissionContext,
  CleanupContext,
  DeletionContext,
  EffectContext,
  ReconcileContext,
  RenderContext,
  ResourceContext,
  SourceContext,
  StatusContext,
  WatchContext,
} from './callback/context.ts';
export type {
  ApplyConflicts,
  DeclaredClient,
  DeletionConditions,
  GeneratedObject,
  ListSelection,
  WrittenObject,
} from './callback/declared-client.ts';
export type { EventContent, Events } from './callback/events.ts';
export { isConclusive, type ListState } from './callback/list-state.ts';
export type { Live, LiveSelector, Lookup } from './callback/live.ts';
export { UncachedKindError, UnknownIndexError, UnseenKindError } from './callback/lookup-error.ts';
export { noReferences, type ObjectSelection, type References } from './callback/references.ts';
export { TerminalError } from './callback/terminal-error.ts';
export { type Use, type UseVerb, useVerbs } from './callback/use.ts';
export {
  type FailureReason,
  healthyReasons,
  isProblemReason,
  type ProblemReason,
  problemReasons,
  waitReasons,
} from './resource/failure-reason.ts';
