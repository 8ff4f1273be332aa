// The operator and its parts

export { Controller } from './controller.ts';
export type { ControllerProps } from './controller-props.ts';
export { type FieldSelector, formatFieldSelector } from './field-selector.ts';
export { type FollowedKind, followedKinds, isSameFollowing } from './followed-kind.ts';
export type { Interlocks, WhenNothingRendered } from './interlocks.ts';
export { formatLabelSelector, isSelected, type LabelRequirement, type LabelSelector } from './label-selector.ts';
export { Operator, type OperatorProps } from './operator.ts';
export type {
  ChildPolicy,
  OwnedKind,
  WhenContested,
  WhenDropped,
  WhenImmutable,
  WhenUncontrolled,
} from './owned-kind.ts';
export type { Reference } from './reference.ts';
export { resourceSchema } from './resource-schema.ts';
export { type AnySample, Sample, type SampleProps } from './sample.ts';
export { StorageMigration, type StorageMigrationProps } from './storage-migration.ts';
export type { Watch } from './watch.ts';
export { MutatingWebhook, type MutatingWebhookProps } from './webhook/mutating-webhook.ts';
export {
  ValidatingAdmissionPolicy,
  type ValidatingAdmissionPolicyProps,
} from './webhook/validating-admission-policy.ts';
export { ValidatingWebhook, type ValidatingWebhookProps } from './webhook/validating-webhook.ts';
export type { MatchCondition, WebhookProps } from './webhook/webhook-props.ts';

// Where it is offered

export { Catalog, type CatalogProps, type OfferedRelease } from './catalog.ts';
export { Channel } from './channel.ts';
export type { ChannelProps, DerivedChannelProps, GivenChannelProps, ReleaseEntry } from './channel-props.ts';
export { isVersion, type Version } from './version.ts';

// What is said of it

export type { BundleConstraint, BundleDependency, KindDependency, PackageDependency } from './bundle-dependency.ts';
export type { BundleProperty } from './bundle-property.ts';
export type { Architecture, BundleProps, Category, Icon } from './bundle-props.ts';
export type { InstallMode, InstallModeType } from './install-mode.ts';
export {
  type DescriptorProps,
  descriptors,
  type FieldDescriptor,
  type FieldDescriptors,
  type FieldPath,
  type KindDescriptors,
  type Widget,
} from './kind-descriptors.ts';
export { healthPort } from './manager.ts';
export { ManagerMetrics, metricsPorts } from './manager-metrics.ts';
export { managerContainer, managerName, managerRoleName } from './manager-name.ts';
export type { ManagerProps, ResourceRequirements } from './manager-props.ts';
export { MetricsAccess } from './metrics-access.ts';
export type { OpenShiftFeature, OpenShiftProps } from './openshift-props.ts';
export { relatedImageName, relatedImageVariable } from './related-image.ts';
export type { RequiredKind } from './required-kind.ts';
export type { ScorecardProps, ScorecardTest } from './scorecard-props.ts';

// How its replicas share the work

export {
  type ReplicaLeaseRole,
  type ReplicaLeases,
  replicaLeaseLabels,
  replicaLeaseRole,
  replicaLeaseRoleLabels,
  replicaLeases,
} from './replica-lease.ts';

// How API servers reach it

export { injectionAnnotation } from './webhook/cert-manager-certificate.ts';
export { certificateLease } from './webhook/certificate-access.ts';
export { type IssuerReference, WebhookCertificates } from './webhook/webhook-certificates.ts';
export type { WebhookClient, WebhookEntry, WebhookRule } from './webhook/webhook-entry.ts';
export { conversionPath, mutationPath, validationPath } from './webhook/webhook-path.ts';
export { certificateDirectory, WebhookServer, webhookPorts } from './webhook/webhook-server.ts';
export type { WebhookServerProps } from './webhook/webhook-server-props.ts';

// What of a StatefulSet outlives it

export { type ClaimTemplate, claimKind, claimTemplates, isStatefulSet, requestedStorage } from './claim-template.ts';

// What it may do

export type { Grant, Verb } from './access/grant.ts';
export type { PolicyRule } from './access/policy-rule.ts';

// What it amounts to

export { CustomResourceDefinition, type CustomResourceDefinitionProps } from './custom-resource-definition.ts';
