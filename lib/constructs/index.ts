// The operator and its parts

export { type CachedKind, distinctCachedKinds, holdsView, isSameCachedKind } from './controller/cached-kind.ts';
export type { ControllerProps, UnknownChildren } from './controller/controller-props.ts';
export type { DeletionLimits, WhenNothingRendered } from './controller/deletion-limits.ts';
export type { ExternalSource } from './controller/external-source.ts';
export {
  GeneratedSecret,
  type GeneratedSecretProps,
  type GenerationContext,
  type SecretContent,
} from './controller/generated-secret.ts';
export {
  type ChildPolicy,
  deletesDropped,
  type OwnedKind,
  type WhenConflicting,
  type WhenDropped,
  type WhenImmutable,
  type WhenNotServed,
  type WhenUncontrolled,
} from './controller/owned-kind.ts';
export type { Reference, ReferencedKind } from './controller/referenced-kind.ts';
export type { RetiredKind } from './controller/retired-kind.ts';
export type { HandOver, RolloutServer, RolloutStep, ServerRolloutProps } from './controller/rollout-step.ts';
export { type DueOptions, type DueTimes, isTimeZone, Schedule, type ScheduleOptions } from './controller/schedule.ts';
export {
  type CertificateSecrets,
  type IssuedCertificate,
  ServerCertificate,
  type ServerCertificateProps,
} from './controller/server-certificate.ts';
export { type ServerPod, serverPods } from './controller/server-pod.ts';
export { ServerRollout } from './controller/server-rollout.ts';
export { byLabel, type Watch } from './controller/watch.ts';
export { Controller } from './controller.ts';
export { ManagerAlerts } from './manager-alerts.ts';
export { Counter, Gauge, Histogram, type HistogramProps, Metric, type MetricProps } from './metric.ts';
export { Operator } from './operator.ts';
export type { OperatorProps } from './operator-props.ts';
export { type AnySample, Sample, type SampleProps } from './sample.ts';
export { type FieldSelector, formatFieldSelector } from './selector/field-selector.ts';
export {
  formatLabelSelector,
  isLabelSelected,
  type LabelRequirement,
  type LabelSelector,
  labelOperators,
} from './selector/label-selector.ts';
export { StorageMigration, type StorageMigrationProps } from './storage-migration.ts';
export { MutatingWebhook, type MutatingWebhookProps } from './webhook/mutating-webhook.ts';
export { type CachedReadKind, cachedReadKinds, type ReadKind, type ReadProps } from './webhook/read-kind.ts';
export {
  ValidatingAdmissionPolicy,
  type ValidatingAdmissionPolicyProps,
} from './webhook/validating-admission-policy.ts';
export { ValidatingWebhook, type ValidatingWebhookProps } from './webhook/validating-webhook.ts';
export type { MatchCondition, WebhookProps } from './webhook/webhook-props.ts';

// Catalogs and channels

export type { ChannelProps, DerivedChannelProps, GivenChannelProps, ReleaseEntry } from './catalog/channel-props.ts';
export { Catalog, type CatalogProps, type OfferedRelease } from './catalog.ts';
export { Channel } from './channel.ts';
export { isVersion } from './release-version.ts';

// Metadata of the bundle

export type { Architecture, Maturity } from './bundle/bundle-choice.ts';
export {
  askedFeatures,
  type CapabilityLevel,
  type Category,
  capabilityLevels,
  categories,
  disputedCategories,
  type InstallMode,
  type InstallModeType,
  installModeTypes,
  maturities,
  type OpenShiftFeature,
  openShiftFeatures,
} from './bundle/bundle-choice.ts';
export type {
  BundleConstraint,
  BundleDependency,
  BundleProperty,
  BundleProps,
  Icon,
  KindDependency,
  OpenShiftProps,
  PackageDependency,
  RequiredKind,
} from './bundle/bundle-props.ts';
export { type ScorecardProps, type ScorecardTest, scorecardTests } from './bundle/bundle-props.ts';
export {
  type DescriptorProps,
  descriptors,
  type FieldDescriptor,
  type FieldDescriptors,
  type FieldPath,
  type KindDescriptors,
  type Widget,
} from './bundle/kind-descriptors.ts';
export { relatedImageName, relatedImageVariable } from './bundle/related-image-variable.ts';
export { healthPort } from './manager/manager.ts';
export { ManagerMetrics, metricsPorts } from './manager/manager-metrics.ts';
export { managerContainer, managerName, managerRoleName } from './manager/manager-name.ts';
export type { ManagerProps, ResourceRequirements } from './manager/manager-props.ts';
export { MetricsAccess } from './manager/metrics-access.ts';

// Leases of the replicas

export {
  type ReplicaLeaseRole,
  type ReplicaLeases,
  replicaLeaseLabels,
  replicaLeaseRole,
  replicaLeaseRoleLabels,
  replicaLeases,
} from './manager/replica-lease.ts';

// Webhooks and their registration

export { certificateLeaseName, certificateRoleName, certificateSecretName } from './manager/manager-name.ts';
export { injectionAnnotation } from './webhook/cert-manager-certificate.ts';
export { devServicePrefix, isDevClientConfig, webhookAddress } from './webhook/dev-webhook.ts';
export { type IssuerReference, WebhookCertificates } from './webhook/webhook-certificates.ts';
export type { WebhookClient, WebhookEntry, WebhookRule } from './webhook/webhook-entry.ts';
export { conversionPath, mutationPath, validationPath } from './webhook/webhook-path.ts';
export { certificateDirectory, WebhookServer, webhookPorts } from './webhook/webhook-server.ts';
export type { WebhookServerProps } from './webhook/webhook-server-props.ts';

// Volume claims of StatefulSets

export {
  claimKind,
  claimTemplates,
  deletesItsClaims,
  isStatefulSet,
  requestedStorage,
} from './controller/claim-template.ts';

// Installed objects

export { type InstalledObject, installationLabel } from './installation/installed-object.ts';

// Rights

export { type Grant, resourceVerbs, type Verb } from './access/grant.ts';
export type { PolicyRule } from './access/policy-rule.ts';
export {
  type BindingManifest,
  isBinding,
  isRole,
  isRoleOfBinding,
  type RoleManifest,
  type RoleSubject,
  roleOfBinding,
} from './access/role-manifest.ts';
export {
  includesRight,
  type ObjectRight,
  type PathRight,
  type Right,
  ruleAllows,
  ruleRights,
} from './access/rule-right.ts';

// The CustomResourceDefinition

export { CustomResourceDefinition } from './definition/custom-resource-definition.ts';
export { compareVersions } from './definition/definition-version.ts';
