// Written by `operand import --omit-descriptions` from elasticsearches.elasticsearch.k8s.elastic.co, sha256:6ca1b19ed0c9ea15. Don't edit it: import it again.

import { ImportedResource, type ImportedResourceProps } from 'operand';
import { schema } from './elasticsearch.schema.ts';

/** The fields of an Elasticsearch. */
export interface ElasticsearchProps extends ImportedResourceProps {
  readonly spec?: ElasticsearchSpec;
}

/** Elasticsearch of elasticsearch.k8s.elastic.co/v1. */
export class Elasticsearch extends /* @__PURE__ */ ImportedResource<ElasticsearchProps, ElasticsearchStatus>({
  group: 'elasticsearch.k8s.elastic.co',
  version: 'v1',
  kind: 'Elasticsearch',
  plural: 'elasticsearches',
  scope: 'Namespaced',
  schema,
}) {}

/** `spec` of an Elasticsearch. */
export interface ElasticsearchSpec {
  readonly auth?: ElasticsearchSpecAuth;
  readonly http?: ElasticsearchSpecHttp;
  readonly image?: string;
  readonly monitoring?: ElasticsearchSpecMonitoring;
  /** At least 1 item. */
  readonly nodeSets: readonly ElasticsearchSpecNodeSet[];
  readonly podDisruptionBudget?: ElasticsearchSpecPodDisruptionBudget;
  readonly remoteClusterServer?: ElasticsearchSpecRemoteClusterServer;
  readonly remoteClusters?: readonly ElasticsearchSpecRemoteCluster[];
  /** Format: int32. */
  readonly revisionHistoryLimit?: number;
  readonly secureSettings?: readonly ElasticsearchSpecSecureSetting[];
  readonly serviceAccountName?: string;
  readonly transport?: ElasticsearchSpecTransport;
  readonly updateStrategy?: ElasticsearchSpecUpdateStrategy;
  readonly version: string;
  readonly volumeClaimDeletePolicy?: 'DeleteOnScaledownOnly' | 'DeleteOnScaledownAndClusterDeletion';
}

/** `spec.auth` of an Elasticsearch. */
export interface ElasticsearchSpecAuth {
  readonly disableElasticUser?: boolean;
  readonly fileRealm?: readonly ElasticsearchSpecAuthFileRealmItem[];
  readonly roles?: readonly ElasticsearchSpecAuthRole[];
}

/** `spec.auth.fileRealm[]` of an Elasticsearch. */
export interface ElasticsearchSpecAuthFileRealmItem {
  readonly secretName?: string;
}

/** `spec.http` of an Elasticsearch. */
export interface ElasticsearchSpecHttp {
  readonly service?: ElasticsearchSpecHttpService;
  readonly tls?: ElasticsearchSpecHttpTls;
}

/** `spec.http.service` of an Elasticsearch. */
export interface ElasticsearchSpecHttpService {
  readonly metadata?: ElasticsearchSpecHttpServiceMetadata;
  readonly spec?: ElasticsearchSpecHttpServiceSpec;
}

/** `spec.podDisruptionBudget.metadata` of an Elasticsearch. */
export interface ElasticsearchSpecPodDisruptionBudgetMetadata {
  readonly annotations?: { readonly [key: string]: string };
  readonly finalizers?: readonly string[];
  readonly labels?: { readonly [key: string]: string };
  readonly name?: string;
  readonly namespace?: string;
}

/** `spec.http.service.spec` of an Elasticsearch. */
export interface ElasticsearchSpecHttpServiceSpec {
  readonly allocateLoadBalancerNodePorts?: boolean;
  readonly clusterIP?: string;
  readonly clusterIPs?: readonly string[];
  readonly externalIPs?: readonly string[];
  readonly externalName?: string;
  readonly externalTrafficPolicy?: string;
  /** Format: int32. */
  readonly healthCheckNodePort?: number;
  readonly internalTrafficPolicy?: string;
  readonly ipFamilies?: readonly string[];
  readonly ipFamilyPolicy?: string;
  readonly loadBalancerClass?: string;
  readonly loadBalancerIP?: string;
  readonly loadBalancerSourceRanges?: readonly string[];
  /** One item for each port, protocol. */
  readonly ports?: readonly ElasticsearchSpecHttpServiceSpecPort[];
  readonly publishNotReadyAddresses?: boolean;
  readonly selector?: { readonly [key: string]: string };
  readonly sessionAffinity?: string;
  readonly sessionAffinityConfig?: ElasticsearchSpecHttpServiceSpecSessionAffinityConfig;
  readonly trafficDistribution?: string;
  readonly type?: string;
}

/** `spec.http.service.spec.ports[]` of an Elasticsearch. */
export interface ElasticsearchSpecHttpServiceSpecPort {
  readonly appProtocol?: string;
  readonly name?: string;
  /** Format: int32. */
  readonly nodePort?: number;
  /** Format: int32. */
  readonly port: number;
  /** @default "TCP" */
  readonly protocol?: string;
  readonly targetPort?: number | string;
}

/** `spec.http.service.spec.sessionAffinityConfig` of an Elasticsearch. */
export interface ElasticsearchSpecHttpServiceSpecSessionAffinityConfig {
  readonly clientIP?: ElasticsearchSpecHttpServiceSpecSessionAffinityConfigClientIP;
}

/** `spec.http.service.spec.sessionAffinityConfig.clientIP` of an Elasticsearch. */
export interface ElasticsearchSpecHttpServiceSpecSessionAffinityConfigClientIP {
  /** Format: int32. */
  readonly timeoutSeconds?: number;
}

/** `spec.http.tls` of an Elasticsearch. */
export interface ElasticsearchSpecHttpTls {
  readonly certificate?: ElasticsearchSpecHttpTlsCertificate;
  readonly client?: ElasticsearchSpecHttpTlsClient;
  readonly selfSignedCertificate?: ElasticsearchSpecHttpTlsSelfSignedCertificate;
}

/** `spec.http.tls.client` of an Elasticsearch. */
export interface ElasticsearchSpecHttpTlsClient {
  readonly authentication?: boolean;
}

/** `spec.http.tls.selfSignedCertificate` of an Elasticsearch. */
export interface ElasticsearchSpecHttpTlsSelfSignedCertificate {
  readonly disabled?: boolean;
  readonly subjectAltNames?: readonly ElasticsearchSpecHttpTlsSelfSignedCertificateSubjectAltName[];
}

/** `spec.transport.tls.subjectAltNames[]` of an Elasticsearch. */
export interface ElasticsearchSpecTransportTlsSubjectAltName {
  readonly dns?: string;
  readonly ip?: string;
}

/** `spec.monitoring` of an Elasticsearch. */
export interface ElasticsearchSpecMonitoring {
  readonly logs?: ElasticsearchSpecMonitoringLogs;
  readonly metrics?: ElasticsearchSpecMonitoringMetrics;
}

/** `spec.monitoring.logs` of an Elasticsearch. */
export interface ElasticsearchSpecMonitoringLogs {
  readonly elasticsearchRefs?: readonly ElasticsearchSpecMonitoringLogsElasticsearchRef[];
}

/** `spec.monitoring.logs.elasticsearchRefs[]` of an Elasticsearch. */
export interface ElasticsearchSpecMonitoringLogsElasticsearchRef {
  readonly name?: string;
  readonly namespace?: string;
  readonly secretName?: string;
  readonly serviceName?: string;
}

/** `spec.nodeSets[]` of an Elasticsearch. */
export interface ElasticsearchSpecNodeSet {
  readonly config?: { readonly [key: string]: unknown };
  /** Format: int32. */
  readonly count?: number;
  /**
   * At most 23 characters.
   * Pattern: `[a-zA-Z0-9-]+`.
   */
  readonly name: string;
  readonly podTemplate?: { readonly [key: string]: unknown };
  readonly resources?: ElasticsearchSpecNodeSetResources;
  readonly volumeClaimTemplates?: readonly ElasticsearchSpecNodeSetVolumeClaimTemplate[];
  readonly zoneAwareness?: ElasticsearchSpecNodeSetZoneAwareness;
}

/** `spec.nodeSets[].resources` of an Elasticsearch. */
export interface ElasticsearchSpecNodeSetResources {
  readonly limits?: ElasticsearchSpecNodeSetResourcesLimits;
  readonly requests?: ElasticsearchSpecNodeSetResourcesRequests;
}

/** `spec.nodeSets[].resources.limits` of an Elasticsearch. */
export interface ElasticsearchSpecNodeSetResourcesLimits {
  /**
   * Pattern: `^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$`.
   */
  readonly cpu?: number | string;
  /**
   * Pattern: `^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$`.
   */
  readonly memory?: number | string;
}

/** `spec.nodeSets[].volumeClaimTemplates[]` of an Elasticsearch. */
export interface ElasticsearchSpecNodeSetVolumeClaimTemplate {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: ElasticsearchSpecNodeSetVolumeClaimTemplateMetadata;
  readonly spec?: ElasticsearchSpecNodeSetVolumeClaimTemplateSpec;
}

/** `spec.nodeSets[].volumeClaimTemplates[].spec` of an Elasticsearch. */
export interface ElasticsearchSpecNodeSetVolumeClaimTemplateSpec {
  readonly accessModes?: readonly string[];
  readonly dataSource?: ElasticsearchSpecNodeSetVolumeClaimTemplateSpecDataSource;
  readonly dataSourceRef?: ElasticsearchSpecNodeSetVolumeClaimTemplateSpecDataSourceRef;
  readonly resources?: ElasticsearchSpecNodeSetVolumeClaimTemplateSpecResources;
  readonly selector?: ElasticsearchSpecNodeSetVolumeClaimTemplateSpecSelector;
  readonly storageClassName?: string;
  readonly volumeAttributesClassName?: string;
  readonly volumeMode?: string;
  readonly volumeName?: string;
}

/** `spec.nodeSets[].volumeClaimTemplates[].spec.dataSource` of an Elasticsearch. */
export interface ElasticsearchSpecNodeSetVolumeClaimTemplateSpecDataSource {
  readonly apiGroup?: string;
  readonly kind: string;
  readonly name: string;
}

/** `spec.nodeSets[].volumeClaimTemplates[].spec.dataSourceRef` of an Elasticsearch. */
export interface ElasticsearchSpecNodeSetVolumeClaimTemplateSpecDataSourceRef {
  readonly apiGroup?: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

/** `spec.nodeSets[].volumeClaimTemplates[].spec.resources` of an Elasticsearch. */
export interface ElasticsearchSpecNodeSetVolumeClaimTemplateSpecResources {
  /**
   * Each value: Pattern: `^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$`.
   */
  readonly limits?: { readonly [key: string]: number | string };
  /**
   * Each value: Pattern: `^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$`.
   */
  readonly requests?: { readonly [key: string]: number | string };
}

/** `spec.podDisruptionBudget.spec.selector` of an Elasticsearch. */
export interface ElasticsearchSpecPodDisruptionBudgetSpecSelector {
  readonly matchExpressions?: readonly ElasticsearchSpecPodDisruptionBudgetSpecSelectorMatchExpression[];
  readonly matchLabels?: { readonly [key: string]: string };
}

/** `spec.podDisruptionBudget.spec.selector.matchExpressions[]` of an Elasticsearch. */
export interface ElasticsearchSpecPodDisruptionBudgetSpecSelectorMatchExpression {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

/** `spec.nodeSets[].zoneAwareness` of an Elasticsearch. */
export interface ElasticsearchSpecNodeSetZoneAwareness {
  readonly topologyKey?: string;
  /** At least 1 item. */
  readonly zones?: readonly string[];
}

/** `spec.podDisruptionBudget` of an Elasticsearch. */
export interface ElasticsearchSpecPodDisruptionBudget {
  readonly metadata?: ElasticsearchSpecPodDisruptionBudgetMetadata;
  readonly spec?: ElasticsearchSpecPodDisruptionBudgetSpec;
}

/** `spec.podDisruptionBudget.spec` of an Elasticsearch. */
export interface ElasticsearchSpecPodDisruptionBudgetSpec {
  readonly maxUnavailable?: number | string;
  readonly minAvailable?: number | string;
  readonly selector?: ElasticsearchSpecPodDisruptionBudgetSpecSelector;
  readonly unhealthyPodEvictionPolicy?: string;
}

/** `spec.remoteClusterServer` of an Elasticsearch. */
export interface ElasticsearchSpecRemoteClusterServer {
  readonly enabled?: boolean;
  readonly service?: ElasticsearchSpecRemoteClusterServerService;
}

/** `spec.remoteClusters[]` of an Elasticsearch. */
export interface ElasticsearchSpecRemoteCluster {
  readonly apiKey?: ElasticsearchSpecRemoteClusterApiKey;
  readonly elasticsearchRef?: ElasticsearchSpecRemoteClusterElasticsearchRef;
  /** At least 1 character. */
  readonly name: string;
}

/** `spec.remoteClusters[].apiKey` of an Elasticsearch. */
export interface ElasticsearchSpecRemoteClusterApiKey {
  readonly access: ElasticsearchSpecRemoteClusterApiKeyAccess;
}

/** `spec.remoteClusters[].apiKey.access` of an Elasticsearch. */
export interface ElasticsearchSpecRemoteClusterApiKeyAccess {
  readonly replication?: ElasticsearchSpecRemoteClusterApiKeyAccessReplication;
  readonly search?: ElasticsearchSpecRemoteClusterApiKeyAccessSearch;
}

/** `spec.remoteClusters[].apiKey.access.replication` of an Elasticsearch. */
export interface ElasticsearchSpecRemoteClusterApiKeyAccessReplication {
  readonly names: readonly string[];
}

/** `spec.remoteClusters[].apiKey.access.search` of an Elasticsearch. */
export interface ElasticsearchSpecRemoteClusterApiKeyAccessSearch {
  readonly allow_restricted_indices?: boolean;
  readonly field_security?: ElasticsearchSpecRemoteClusterApiKeyAccessSearchFieldSecurity;
  readonly names: readonly string[];
  readonly query?: { readonly [key: string]: unknown };
}

/** `spec.remoteClusters[].apiKey.access.search.field_security` of an Elasticsearch. */
export interface ElasticsearchSpecRemoteClusterApiKeyAccessSearchFieldSecurity {
  readonly except: readonly string[];
  readonly grant: readonly string[];
}

/** `spec.remoteClusters[].elasticsearchRef` of an Elasticsearch. */
export interface ElasticsearchSpecRemoteClusterElasticsearchRef {
  readonly name?: string;
  readonly namespace?: string;
  readonly serviceName?: string;
}

/** `spec.secureSettings[]` of an Elasticsearch. */
export interface ElasticsearchSpecSecureSetting {
  readonly entries?: readonly ElasticsearchSpecSecureSettingEntry[];
  readonly secretName: string;
}

/** `spec.secureSettings[].entries[]` of an Elasticsearch. */
export interface ElasticsearchSpecSecureSettingEntry {
  readonly key: string;
  readonly path?: string;
}

/** `spec.transport` of an Elasticsearch. */
export interface ElasticsearchSpecTransport {
  readonly service?: ElasticsearchSpecTransportService;
  readonly tls?: ElasticsearchSpecTransportTls;
}

/** `spec.transport.tls` of an Elasticsearch. */
export interface ElasticsearchSpecTransportTls {
  readonly certificate?: ElasticsearchSpecTransportTlsCertificate;
  readonly certificateAuthorities?: ElasticsearchSpecTransportTlsCertificateAuthorities;
  readonly otherNameSuffix?: string;
  readonly selfSignedCertificates?: ElasticsearchSpecTransportTlsSelfSignedCertificates;
  readonly subjectAltNames?: readonly ElasticsearchSpecTransportTlsSubjectAltName[];
}

/** `spec.transport.tls.certificateAuthorities` of an Elasticsearch. */
export interface ElasticsearchSpecTransportTlsCertificateAuthorities {
  readonly configMapName?: string;
}

/** `spec.transport.tls.selfSignedCertificates` of an Elasticsearch. */
export interface ElasticsearchSpecTransportTlsSelfSignedCertificates {
  readonly disabled?: boolean;
}

/** `spec.updateStrategy` of an Elasticsearch. */
export interface ElasticsearchSpecUpdateStrategy {
  readonly changeBudget?: ElasticsearchSpecUpdateStrategyChangeBudget;
}

/** `spec.updateStrategy.changeBudget` of an Elasticsearch. */
export interface ElasticsearchSpecUpdateStrategyChangeBudget {
  /** Format: int32. */
  readonly maxSurge?: number;
  /** Format: int32. */
  readonly maxUnavailable?: number;
}

/** `status` of an Elasticsearch. */
export interface ElasticsearchStatus {
  /** Format: int32. */
  readonly availableNodes?: number;
  readonly conditions?: readonly ElasticsearchStatusCondition[];
  readonly health?: string;
  readonly inProgressOperations?: ElasticsearchStatusInProgressOperations;
  readonly monitoringAssociationStatus?: { readonly [key: string]: string };
  /** Format: int64. */
  readonly observedGeneration?: number;
  readonly phase?: string;
  readonly version?: string;
}

/** `status.conditions[]` of an Elasticsearch. */
export interface ElasticsearchStatusCondition {
  /** Format: date-time. */
  readonly lastTransitionTime?: string;
  readonly message?: string;
  readonly status: string;
  readonly type: string;
}

/** `status.inProgressOperations` of an Elasticsearch. */
export interface ElasticsearchStatusInProgressOperations {
  readonly downscale: ElasticsearchStatusInProgressOperationsDownscale;
  readonly upgrade: ElasticsearchStatusInProgressOperationsUpgrade;
  readonly upscale: ElasticsearchStatusInProgressOperationsUpscale;
}

/** `status.inProgressOperations.downscale` of an Elasticsearch. */
export interface ElasticsearchStatusInProgressOperationsDownscale {
  /** Format: date-time. */
  readonly lastUpdatedTime?: string;
  readonly nodes?: readonly ElasticsearchStatusInProgressOperationsDownscaleNode[];
  readonly stalled?: boolean;
}

/** `status.inProgressOperations.downscale.nodes[]` of an Elasticsearch. */
export interface ElasticsearchStatusInProgressOperationsDownscaleNode {
  readonly explanation?: string;
  readonly name: string;
  readonly shutdownStatus: string;
}

/** `status.inProgressOperations.upgrade` of an Elasticsearch. */
export interface ElasticsearchStatusInProgressOperationsUpgrade {
  /** Format: date-time. */
  readonly lastUpdatedTime?: string;
  readonly nodes?: readonly ElasticsearchStatusInProgressOperationsUpgradeNode[];
}

/** `status.inProgressOperations.upgrade.nodes[]` of an Elasticsearch. */
export interface ElasticsearchStatusInProgressOperationsUpgradeNode {
  readonly message?: string;
  readonly name: string;
  readonly predicate?: string;
  readonly status: string;
}

/** `status.inProgressOperations.upscale` of an Elasticsearch. */
export interface ElasticsearchStatusInProgressOperationsUpscale {
  /** Format: date-time. */
  readonly lastUpdatedTime?: string;
  readonly nodes?: readonly ElasticsearchStatusInProgressOperationsUpscaleNode[];
}

/** `status.inProgressOperations.upscale.nodes[]` of an Elasticsearch. */
export interface ElasticsearchStatusInProgressOperationsUpscaleNode {
  readonly message?: string;
  readonly name: string;
  readonly status: string;
}

// The same fields in other places

export type ElasticsearchSpecAuthRole = ElasticsearchSpecAuthFileRealmItem;
export type ElasticsearchSpecMonitoringMetrics = ElasticsearchSpecMonitoringLogs;
export type ElasticsearchSpecRemoteClusterServerService = ElasticsearchSpecHttpService;
export type ElasticsearchSpecTransportService = ElasticsearchSpecHttpService;
export type ElasticsearchSpecHttpServiceMetadata = ElasticsearchSpecPodDisruptionBudgetMetadata;
export type ElasticsearchSpecHttpTlsCertificate = ElasticsearchSpecAuthFileRealmItem;
export type ElasticsearchSpecMonitoringMetricsElasticsearchRef = ElasticsearchSpecMonitoringLogsElasticsearchRef;
export type ElasticsearchSpecNodeSetResourcesRequests = ElasticsearchSpecNodeSetResourcesLimits;
export type ElasticsearchSpecNodeSetVolumeClaimTemplateMetadata = ElasticsearchSpecPodDisruptionBudgetMetadata;
export type ElasticsearchSpecRemoteClusterServerServiceMetadata = ElasticsearchSpecPodDisruptionBudgetMetadata;
export type ElasticsearchSpecRemoteClusterServerServiceSpec = ElasticsearchSpecHttpServiceSpec;
export type ElasticsearchSpecTransportServiceMetadata = ElasticsearchSpecPodDisruptionBudgetMetadata;
export type ElasticsearchSpecTransportServiceSpec = ElasticsearchSpecHttpServiceSpec;
export type ElasticsearchSpecTransportTlsCertificate = ElasticsearchSpecAuthFileRealmItem;
export type ElasticsearchSpecHttpTlsSelfSignedCertificateSubjectAltName = ElasticsearchSpecTransportTlsSubjectAltName;
export type ElasticsearchSpecNodeSetVolumeClaimTemplateSpecSelector = ElasticsearchSpecPodDisruptionBudgetSpecSelector;
export type ElasticsearchSpecRemoteClusterServerServiceSpecPort = ElasticsearchSpecHttpServiceSpecPort;
export type ElasticsearchSpecRemoteClusterServerServiceSpecSessionAffinityConfig = ElasticsearchSpecHttpServiceSpecSessionAffinityConfig;
export type ElasticsearchSpecTransportServiceSpecPort = ElasticsearchSpecHttpServiceSpecPort;
export type ElasticsearchSpecTransportServiceSpecSessionAffinityConfig = ElasticsearchSpecHttpServiceSpecSessionAffinityConfig;
export type ElasticsearchSpecNodeSetVolumeClaimTemplateSpecSelectorMatchExpression = ElasticsearchSpecPodDisruptionBudgetSpecSelectorMatchExpression;
export type ElasticsearchSpecRemoteClusterServerServiceSpecSessionAffinityConfigClientIP = ElasticsearchSpecHttpServiceSpecSessionAffinityConfigClientIP;
export type ElasticsearchSpecTransportServiceSpecSessionAffinityConfigClientIP = ElasticsearchSpecHttpServiceSpecSessionAffinityConfigClientIP;
