// Written by `operand import --omit-descriptions` from elasticsearches.elasticsearch.k8s.elastic.co, sha256:6ca1b19ed0c9ea15. Don't edit it: import it again.

import { ImportedResource, type ImportedResourceProps } from 'operand';
import { schema } from './elasticsearch.schema.ts';

/** The fields of an Elasticsearch. */
export interface ElasticsearchProps extends ImportedResourceProps {
  readonly spec?: ElasticsearchSpec;
}

/** Elasticsearch of elasticsearch.k8s.elastic.co/v1beta1. */
export class Elasticsearch extends /* @__PURE__ */ ImportedResource<ElasticsearchProps, ElasticsearchStatus>({
  group: 'elasticsearch.k8s.elastic.co',
  version: 'v1beta1',
  kind: 'Elasticsearch',
  plural: 'elasticsearches',
  scope: 'Namespaced',
  schema,
}) {}

/** `spec` of an Elasticsearch. */
export interface ElasticsearchSpec {
  readonly http?: ElasticsearchSpecHttp;
  readonly image?: string;
  /** At least 1 item. */
  readonly nodeSets: readonly ElasticsearchSpecNodeSet[];
  readonly podDisruptionBudget?: ElasticsearchSpecPodDisruptionBudget;
  readonly secureSettings?: readonly ElasticsearchSpecSecureSetting[];
  readonly updateStrategy?: ElasticsearchSpecUpdateStrategy;
  readonly version?: string;
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
  readonly selfSignedCertificate?: ElasticsearchSpecHttpTlsSelfSignedCertificate;
}

/** `spec.http.tls.certificate` of an Elasticsearch. */
export interface ElasticsearchSpecHttpTlsCertificate {
  readonly secretName?: string;
}

/** `spec.http.tls.selfSignedCertificate` of an Elasticsearch. */
export interface ElasticsearchSpecHttpTlsSelfSignedCertificate {
  readonly disabled?: boolean;
  readonly subjectAltNames?: readonly ElasticsearchSpecHttpTlsSelfSignedCertificateSubjectAltName[];
}

/** `spec.http.tls.selfSignedCertificate.subjectAltNames[]` of an Elasticsearch. */
export interface ElasticsearchSpecHttpTlsSelfSignedCertificateSubjectAltName {
  readonly dns?: string;
  readonly ip?: string;
}

/** `spec.nodeSets[]` of an Elasticsearch. */
export interface ElasticsearchSpecNodeSet {
  readonly config?: { readonly [key: string]: never };
  /**
   * At least 1.
   * Format: int32.
   */
  readonly count: number;
  /**
   * At most 23 characters.
   * Pattern: `[a-zA-Z0-9-]+`.
   */
  readonly name: string;
  readonly podTemplate?: { readonly [key: string]: never };
  readonly volumeClaimTemplates?: readonly ElasticsearchSpecNodeSetVolumeClaimTemplate[];
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
  readonly health?: string;
  readonly phase?: string;
}

// The same fields in other places

export type ElasticsearchSpecHttpServiceMetadata = ElasticsearchSpecPodDisruptionBudgetMetadata;
export type ElasticsearchSpecNodeSetVolumeClaimTemplateMetadata = ElasticsearchSpecPodDisruptionBudgetMetadata;
export type ElasticsearchSpecNodeSetVolumeClaimTemplateSpecSelector = ElasticsearchSpecPodDisruptionBudgetSpecSelector;
export type ElasticsearchSpecNodeSetVolumeClaimTemplateSpecSelectorMatchExpression = ElasticsearchSpecPodDisruptionBudgetSpecSelectorMatchExpression;
