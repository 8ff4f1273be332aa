// Written by `operand import --omit-descriptions` from servicemonitors.monitoring.coreos.com, sha256:c3b746823f74bb3f. Don't edit it: import it again.

import { ImportedResource, type ImportedResourceProps } from 'operand';
import { schema } from './service-monitor.schema.ts';

/** The fields of a ServiceMonitor. */
export interface ServiceMonitorProps extends ImportedResourceProps {
  readonly spec: ServiceMonitorSpec;
}

/** ServiceMonitor of monitoring.coreos.com/v1. */
export class ServiceMonitor extends /* @__PURE__ */ ImportedResource<ServiceMonitorProps, ServiceMonitorStatus>({
  group: 'monitoring.coreos.com',
  version: 'v1',
  kind: 'ServiceMonitor',
  plural: 'servicemonitors',
  scope: 'Namespaced',
  schema,
}) {}

/** `spec` of a ServiceMonitor. */
export interface ServiceMonitorSpec {
  readonly attachMetadata?: ServiceMonitorSpecAttachMetadata;
  /** Pattern: `(^0|([0-9]*[.])?[0-9]+((K|M|G|T|E|P)i?)?B)$`. */
  readonly bodySizeLimit?: string;
  readonly convertClassicHistogramsToNHCB?: boolean;
  readonly endpoints: readonly ServiceMonitorSpecEndpoint[];
  readonly fallbackScrapeProtocol?:
    | 'PrometheusProto'
    | 'OpenMetricsText0.0.1'
    | 'OpenMetricsText1.0.0'
    | 'PrometheusText0.0.4'
    | 'PrometheusText1.0.0';
  readonly jobLabel?: string;
  /** Format: int64. */
  readonly keepDroppedTargets?: number;
  /** Format: int64. */
  readonly labelLimit?: number;
  /** Format: int64. */
  readonly labelNameLengthLimit?: number;
  /** Format: int64. */
  readonly labelValueLengthLimit?: number;
  readonly namespaceSelector?: ServiceMonitorSpecNamespaceSelector;
  /** Format: int64. */
  readonly nativeHistogramBucketLimit?: number;
  /**
   * Pattern: `^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$`.
   */
  readonly nativeHistogramMinBucketFactor?: number | string;
  readonly podTargetLabels?: readonly string[];
  /** Format: int64. */
  readonly sampleLimit?: number;
  /** At least 1 character. */
  readonly scrapeClass?: string;
  readonly scrapeClassicHistograms?: boolean;
  readonly scrapeProtocols?: readonly (
    | 'PrometheusProto'
    | 'OpenMetricsText0.0.1'
    | 'OpenMetricsText1.0.0'
    | 'PrometheusText0.0.4'
    | 'PrometheusText1.0.0')[];
  readonly selector: ServiceMonitorSpecSelector;
  readonly selectorMechanism?: 'RelabelConfig' | 'RoleSelector';
  readonly targetLabels?: readonly string[];
  /** Format: int64. */
  readonly targetLimit?: number;
}

/** `spec.attachMetadata` of a ServiceMonitor. */
export interface ServiceMonitorSpecAttachMetadata {
  readonly node?: boolean;
}

/** `spec.endpoints[]` of a ServiceMonitor. */
export interface ServiceMonitorSpecEndpoint {
  readonly authorization?: ServiceMonitorSpecEndpointAuthorization;
  readonly basicAuth?: ServiceMonitorSpecEndpointBasicAuth;
  /** @deprecated */
  readonly bearerTokenFile?: string;
  /** @deprecated */
  readonly bearerTokenSecret?: ServiceMonitorSpecEndpointBearerTokenSecret;
  readonly enableHttp2?: boolean;
  readonly filterRunning?: boolean;
  readonly followRedirects?: boolean;
  readonly honorLabels?: boolean;
  readonly honorTimestamps?: boolean;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly interval?: string;
  readonly metricRelabelings?: readonly ServiceMonitorSpecEndpointMetricRelabeling[];
  readonly noProxy?: string;
  readonly oauth2?: ServiceMonitorSpecEndpointOauth2;
  readonly params?: { readonly [key: string]: readonly string[] };
  readonly path?: string;
  readonly port?: string;
  readonly proxyConnectHeader?: { readonly [key: string]: readonly ServiceMonitorSpecEndpointProxyConnectHeaderItem[] };
  readonly proxyFromEnvironment?: boolean;
  /** Pattern: `^(http|https|socks5)://.+$`. */
  readonly proxyUrl?: string;
  readonly relabelings?: readonly ServiceMonitorSpecEndpointRelabeling[];
  readonly scheme?: 'http' | 'https';
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly scrapeTimeout?: string;
  readonly targetPort?: number | string;
  readonly tlsConfig?: ServiceMonitorSpecEndpointTlsConfig;
  readonly trackTimestampsStaleness?: boolean;
}

/** `spec.endpoints[].authorization` of a ServiceMonitor. */
export interface ServiceMonitorSpecEndpointAuthorization {
  readonly credentials?: ServiceMonitorSpecEndpointAuthorizationCredentials;
  readonly type?: string;
}

/** `spec.endpoints[].bearerTokenSecret` of a ServiceMonitor. */
export interface ServiceMonitorSpecEndpointBearerTokenSecret {
  readonly key: string;
  /** @default "" */
  readonly name?: string;
  readonly optional?: boolean;
}

/** `spec.endpoints[].basicAuth` of a ServiceMonitor. */
export interface ServiceMonitorSpecEndpointBasicAuth {
  readonly password?: ServiceMonitorSpecEndpointBasicAuthPassword;
  readonly username?: ServiceMonitorSpecEndpointBasicAuthUsername;
}

/** `spec.endpoints[].metricRelabelings[]` of a ServiceMonitor. */
export interface ServiceMonitorSpecEndpointMetricRelabeling {
  /** @default "replace" */
  readonly action?:
    | 'replace'
    | 'Replace'
    | 'keep'
    | 'Keep'
    | 'drop'
    | 'Drop'
    | 'hashmod'
    | 'HashMod'
    | 'labelmap'
    | 'LabelMap'
    | 'labeldrop'
    | 'LabelDrop'
    | 'labelkeep'
    | 'LabelKeep'
    | 'lowercase'
    | 'Lowercase'
    | 'uppercase'
    | 'Uppercase'
    | 'keepequal'
    | 'KeepEqual'
    | 'dropequal'
    | 'DropEqual';
  /** Format: int64. */
  readonly modulus?: number;
  readonly regex?: string;
  readonly replacement?: string;
  readonly separator?: string;
  /** Each item: Pattern: `^[a-zA-Z_][a-zA-Z0-9_]*$`. */
  readonly sourceLabels?: readonly string[];
  readonly targetLabel?: string;
}

/** `spec.endpoints[].oauth2` of a ServiceMonitor. */
export interface ServiceMonitorSpecEndpointOauth2 {
  readonly clientId: ServiceMonitorSpecEndpointOauth2ClientId;
  readonly clientSecret: ServiceMonitorSpecEndpointOauth2ClientSecret;
  readonly endpointParams?: { readonly [key: string]: string };
  readonly noProxy?: string;
  readonly proxyConnectHeader?: { readonly [key: string]: readonly ServiceMonitorSpecEndpointOauth2ProxyConnectHeaderItem[] };
  readonly proxyFromEnvironment?: boolean;
  /** Pattern: `^(http|https|socks5)://.+$`. */
  readonly proxyUrl?: string;
  readonly scopes?: readonly string[];
  readonly tlsConfig?: ServiceMonitorSpecEndpointOauth2TlsConfig;
  /** At least 1 character. */
  readonly tokenUrl: string;
}

/** `spec.endpoints[].oauth2.clientId` of a ServiceMonitor. */
export interface ServiceMonitorSpecEndpointOauth2ClientId {
  readonly configMap?: ServiceMonitorSpecEndpointOauth2ClientIdConfigMap;
  readonly secret?: ServiceMonitorSpecEndpointOauth2ClientIdSecret;
}

/** `spec.endpoints[].oauth2.tlsConfig` of a ServiceMonitor. */
export interface ServiceMonitorSpecEndpointOauth2TlsConfig {
  readonly ca?: ServiceMonitorSpecEndpointOauth2TlsConfigCa;
  readonly cert?: ServiceMonitorSpecEndpointOauth2TlsConfigCert;
  readonly insecureSkipVerify?: boolean;
  readonly keySecret?: ServiceMonitorSpecEndpointOauth2TlsConfigKeySecret;
  readonly maxVersion?: 'TLS10' | 'TLS11' | 'TLS12' | 'TLS13';
  readonly minVersion?: 'TLS10' | 'TLS11' | 'TLS12' | 'TLS13';
  readonly serverName?: string;
}

/** `spec.endpoints[].tlsConfig` of a ServiceMonitor. */
export interface ServiceMonitorSpecEndpointTlsConfig {
  readonly ca?: ServiceMonitorSpecEndpointTlsConfigCa;
  readonly caFile?: string;
  readonly cert?: ServiceMonitorSpecEndpointTlsConfigCert;
  readonly certFile?: string;
  readonly insecureSkipVerify?: boolean;
  readonly keyFile?: string;
  readonly keySecret?: ServiceMonitorSpecEndpointTlsConfigKeySecret;
  readonly maxVersion?: 'TLS10' | 'TLS11' | 'TLS12' | 'TLS13';
  readonly minVersion?: 'TLS10' | 'TLS11' | 'TLS12' | 'TLS13';
  readonly serverName?: string;
}

/** `spec.namespaceSelector` of a ServiceMonitor. */
export interface ServiceMonitorSpecNamespaceSelector {
  readonly any?: boolean;
  readonly matchNames?: readonly string[];
}

/** `spec.selector` of a ServiceMonitor. */
export interface ServiceMonitorSpecSelector {
  readonly matchExpressions?: readonly ServiceMonitorSpecSelectorMatchExpression[];
  readonly matchLabels?: { readonly [key: string]: string };
}

/** `spec.selector.matchExpressions[]` of a ServiceMonitor. */
export interface ServiceMonitorSpecSelectorMatchExpression {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

/** `status` of a ServiceMonitor. */
export interface ServiceMonitorStatus {
  readonly bindings?: readonly ServiceMonitorStatusBinding[];
}

/** `status.bindings[]` of a ServiceMonitor. */
export interface ServiceMonitorStatusBinding {
  /** One item for each type. */
  readonly conditions?: readonly ServiceMonitorStatusBindingCondition[];
  readonly group: 'monitoring.coreos.com';
  /** At least 1 character. */
  readonly name: string;
  /** At least 1 character. */
  readonly namespace: string;
  readonly resource: 'prometheuses' | 'prometheusagents';
}

/** `status.bindings[].conditions[]` of a ServiceMonitor. */
export interface ServiceMonitorStatusBindingCondition {
  /** Format: date-time. */
  readonly lastTransitionTime: string;
  readonly message?: string;
  /** Format: int64. */
  readonly observedGeneration?: number;
  readonly reason?: string;
  /** At least 1 character. */
  readonly status: string;
  /** At least 1 character. */
  readonly type: 'Accepted';
}

// The same fields in other places

export type ServiceMonitorSpecEndpointProxyConnectHeaderItem = ServiceMonitorSpecEndpointBearerTokenSecret;
export type ServiceMonitorSpecEndpointRelabeling = ServiceMonitorSpecEndpointMetricRelabeling;
export type ServiceMonitorSpecEndpointAuthorizationCredentials = ServiceMonitorSpecEndpointBearerTokenSecret;
export type ServiceMonitorSpecEndpointBasicAuthPassword = ServiceMonitorSpecEndpointBearerTokenSecret;
export type ServiceMonitorSpecEndpointBasicAuthUsername = ServiceMonitorSpecEndpointBearerTokenSecret;
export type ServiceMonitorSpecEndpointOauth2ClientSecret = ServiceMonitorSpecEndpointBearerTokenSecret;
export type ServiceMonitorSpecEndpointOauth2ProxyConnectHeaderItem = ServiceMonitorSpecEndpointBearerTokenSecret;
export type ServiceMonitorSpecEndpointTlsConfigCa = ServiceMonitorSpecEndpointOauth2ClientId;
export type ServiceMonitorSpecEndpointTlsConfigCert = ServiceMonitorSpecEndpointOauth2ClientId;
export type ServiceMonitorSpecEndpointTlsConfigKeySecret = ServiceMonitorSpecEndpointBearerTokenSecret;
export type ServiceMonitorSpecEndpointOauth2ClientIdConfigMap = ServiceMonitorSpecEndpointBearerTokenSecret;
export type ServiceMonitorSpecEndpointOauth2ClientIdSecret = ServiceMonitorSpecEndpointBearerTokenSecret;
export type ServiceMonitorSpecEndpointOauth2TlsConfigCa = ServiceMonitorSpecEndpointOauth2ClientId;
export type ServiceMonitorSpecEndpointOauth2TlsConfigCert = ServiceMonitorSpecEndpointOauth2ClientId;
export type ServiceMonitorSpecEndpointOauth2TlsConfigKeySecret = ServiceMonitorSpecEndpointBearerTokenSecret;
export type ServiceMonitorSpecEndpointTlsConfigCaConfigMap = ServiceMonitorSpecEndpointBearerTokenSecret;
export type ServiceMonitorSpecEndpointTlsConfigCaSecret = ServiceMonitorSpecEndpointBearerTokenSecret;
export type ServiceMonitorSpecEndpointTlsConfigCertConfigMap = ServiceMonitorSpecEndpointBearerTokenSecret;
export type ServiceMonitorSpecEndpointTlsConfigCertSecret = ServiceMonitorSpecEndpointBearerTokenSecret;
export type ServiceMonitorSpecEndpointOauth2TlsConfigCaConfigMap = ServiceMonitorSpecEndpointBearerTokenSecret;
export type ServiceMonitorSpecEndpointOauth2TlsConfigCaSecret = ServiceMonitorSpecEndpointBearerTokenSecret;
export type ServiceMonitorSpecEndpointOauth2TlsConfigCertConfigMap = ServiceMonitorSpecEndpointBearerTokenSecret;
export type ServiceMonitorSpecEndpointOauth2TlsConfigCertSecret = ServiceMonitorSpecEndpointBearerTokenSecret;
