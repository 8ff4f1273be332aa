// Written by `operand import --omit-descriptions` from podmonitors.monitoring.coreos.com, sha256:f1eb66418f6f2737. Don't edit it: import it again.

import { ImportedResource, type ImportedResourceProps } from 'operand';
import { schema } from './pod-monitor.schema.ts';

/** The fields of a PodMonitor. */
export interface PodMonitorProps extends ImportedResourceProps {
  readonly spec: PodMonitorSpec;
}

/** PodMonitor of monitoring.coreos.com/v1. */
export class PodMonitor extends /* @__PURE__ */ ImportedResource<PodMonitorProps>({
  group: 'monitoring.coreos.com',
  version: 'v1',
  kind: 'PodMonitor',
  plural: 'podmonitors',
  scope: 'Namespaced',
  schema,
}) {}

/** `spec` of a PodMonitor. */
export interface PodMonitorSpec {
  readonly attachMetadata?: PodMonitorSpecAttachMetadata;
  /** Pattern: `(^0|([0-9]*[.])?[0-9]+((K|M|G|T|E|P)i?)?B)$`. */
  readonly bodySizeLimit?: string;
  readonly convertClassicHistogramsToNHCB?: boolean;
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
  readonly namespaceSelector?: PodMonitorSpecNamespaceSelector;
  /** Format: int64. */
  readonly nativeHistogramBucketLimit?: number;
  /**
   * Pattern: `^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$`.
   */
  readonly nativeHistogramMinBucketFactor?: number | string;
  readonly podMetricsEndpoints?: readonly PodMonitorSpecPodMetricsEndpoint[];
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
  readonly selector: PodMonitorSpecSelector;
  readonly selectorMechanism?: 'RelabelConfig' | 'RoleSelector';
  /** Format: int64. */
  readonly targetLimit?: number;
}

/** `spec.attachMetadata` of a PodMonitor. */
export interface PodMonitorSpecAttachMetadata {
  readonly node?: boolean;
}

/** `spec.namespaceSelector` of a PodMonitor. */
export interface PodMonitorSpecNamespaceSelector {
  readonly any?: boolean;
  readonly matchNames?: readonly string[];
}

/** `spec.podMetricsEndpoints[]` of a PodMonitor. */
export interface PodMonitorSpecPodMetricsEndpoint {
  readonly authorization?: PodMonitorSpecPodMetricsEndpointAuthorization;
  readonly basicAuth?: PodMonitorSpecPodMetricsEndpointBasicAuth;
  /** @deprecated */
  readonly bearerTokenSecret?: PodMonitorSpecPodMetricsEndpointBearerTokenSecret;
  readonly enableHttp2?: boolean;
  readonly filterRunning?: boolean;
  readonly followRedirects?: boolean;
  readonly honorLabels?: boolean;
  readonly honorTimestamps?: boolean;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly interval?: string;
  readonly metricRelabelings?: readonly PodMonitorSpecPodMetricsEndpointMetricRelabeling[];
  readonly noProxy?: string;
  readonly oauth2?: PodMonitorSpecPodMetricsEndpointOauth2;
  readonly params?: { readonly [key: string]: readonly string[] };
  readonly path?: string;
  readonly port?: string;
  /**
   * At least 1.
   * At most 65535.
   * Format: int32.
   */
  readonly portNumber?: number;
  readonly proxyConnectHeader?: { readonly [key: string]: readonly PodMonitorSpecPodMetricsEndpointProxyConnectHeaderItem[] };
  readonly proxyFromEnvironment?: boolean;
  /** Pattern: `^(http|https|socks5)://.+$`. */
  readonly proxyUrl?: string;
  readonly relabelings?: readonly PodMonitorSpecPodMetricsEndpointRelabeling[];
  readonly scheme?: 'http' | 'https';
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly scrapeTimeout?: string;
  /** @deprecated */
  readonly targetPort?: number | string;
  readonly tlsConfig?: PodMonitorSpecPodMetricsEndpointTlsConfig;
  readonly trackTimestampsStaleness?: boolean;
}

/** `spec.podMetricsEndpoints[].authorization` of a PodMonitor. */
export interface PodMonitorSpecPodMetricsEndpointAuthorization {
  readonly credentials?: PodMonitorSpecPodMetricsEndpointAuthorizationCredentials;
  readonly type?: string;
}

/** `spec.podMetricsEndpoints[].bearerTokenSecret` of a PodMonitor. */
export interface PodMonitorSpecPodMetricsEndpointBearerTokenSecret {
  readonly key: string;
  /** @default "" */
  readonly name?: string;
  readonly optional?: boolean;
}

/** `spec.podMetricsEndpoints[].basicAuth` of a PodMonitor. */
export interface PodMonitorSpecPodMetricsEndpointBasicAuth {
  readonly password?: PodMonitorSpecPodMetricsEndpointBasicAuthPassword;
  readonly username?: PodMonitorSpecPodMetricsEndpointBasicAuthUsername;
}

/** `spec.podMetricsEndpoints[].metricRelabelings[]` of a PodMonitor. */
export interface PodMonitorSpecPodMetricsEndpointMetricRelabeling {
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

/** `spec.podMetricsEndpoints[].oauth2` of a PodMonitor. */
export interface PodMonitorSpecPodMetricsEndpointOauth2 {
  readonly clientId: PodMonitorSpecPodMetricsEndpointOauth2ClientId;
  readonly clientSecret: PodMonitorSpecPodMetricsEndpointOauth2ClientSecret;
  readonly endpointParams?: { readonly [key: string]: string };
  readonly noProxy?: string;
  readonly proxyConnectHeader?: { readonly [key: string]: readonly PodMonitorSpecPodMetricsEndpointOauth2ProxyConnectHeaderItem[] };
  readonly proxyFromEnvironment?: boolean;
  /** Pattern: `^(http|https|socks5)://.+$`. */
  readonly proxyUrl?: string;
  readonly scopes?: readonly string[];
  readonly tlsConfig?: PodMonitorSpecPodMetricsEndpointOauth2TlsConfig;
  /** At least 1 character. */
  readonly tokenUrl: string;
}

/** `spec.podMetricsEndpoints[].oauth2.clientId` of a PodMonitor. */
export interface PodMonitorSpecPodMetricsEndpointOauth2ClientId {
  readonly configMap?: PodMonitorSpecPodMetricsEndpointOauth2ClientIdConfigMap;
  readonly secret?: PodMonitorSpecPodMetricsEndpointOauth2ClientIdSecret;
}

/** `spec.podMetricsEndpoints[].tlsConfig` of a PodMonitor. */
export interface PodMonitorSpecPodMetricsEndpointTlsConfig {
  readonly ca?: PodMonitorSpecPodMetricsEndpointTlsConfigCa;
  readonly cert?: PodMonitorSpecPodMetricsEndpointTlsConfigCert;
  readonly insecureSkipVerify?: boolean;
  readonly keySecret?: PodMonitorSpecPodMetricsEndpointTlsConfigKeySecret;
  readonly maxVersion?: 'TLS10' | 'TLS11' | 'TLS12' | 'TLS13';
  readonly minVersion?: 'TLS10' | 'TLS11' | 'TLS12' | 'TLS13';
  readonly serverName?: string;
}

/** `spec.selector` of a PodMonitor. */
export interface PodMonitorSpecSelector {
  readonly matchExpressions?: readonly PodMonitorSpecSelectorMatchExpression[];
  readonly matchLabels?: { readonly [key: string]: string };
}

/** `spec.selector.matchExpressions[]` of a PodMonitor. */
export interface PodMonitorSpecSelectorMatchExpression {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

// The same fields in other places

export type PodMonitorSpecPodMetricsEndpointProxyConnectHeaderItem = PodMonitorSpecPodMetricsEndpointBearerTokenSecret;
export type PodMonitorSpecPodMetricsEndpointRelabeling = PodMonitorSpecPodMetricsEndpointMetricRelabeling;
export type PodMonitorSpecPodMetricsEndpointAuthorizationCredentials = PodMonitorSpecPodMetricsEndpointBearerTokenSecret;
export type PodMonitorSpecPodMetricsEndpointBasicAuthPassword = PodMonitorSpecPodMetricsEndpointBearerTokenSecret;
export type PodMonitorSpecPodMetricsEndpointBasicAuthUsername = PodMonitorSpecPodMetricsEndpointBearerTokenSecret;
export type PodMonitorSpecPodMetricsEndpointOauth2ClientSecret = PodMonitorSpecPodMetricsEndpointBearerTokenSecret;
export type PodMonitorSpecPodMetricsEndpointOauth2ProxyConnectHeaderItem = PodMonitorSpecPodMetricsEndpointBearerTokenSecret;
export type PodMonitorSpecPodMetricsEndpointOauth2TlsConfig = PodMonitorSpecPodMetricsEndpointTlsConfig;
export type PodMonitorSpecPodMetricsEndpointTlsConfigCa = PodMonitorSpecPodMetricsEndpointOauth2ClientId;
export type PodMonitorSpecPodMetricsEndpointTlsConfigCert = PodMonitorSpecPodMetricsEndpointOauth2ClientId;
export type PodMonitorSpecPodMetricsEndpointTlsConfigKeySecret = PodMonitorSpecPodMetricsEndpointBearerTokenSecret;
export type PodMonitorSpecPodMetricsEndpointOauth2ClientIdConfigMap = PodMonitorSpecPodMetricsEndpointBearerTokenSecret;
export type PodMonitorSpecPodMetricsEndpointOauth2ClientIdSecret = PodMonitorSpecPodMetricsEndpointBearerTokenSecret;
export type PodMonitorSpecPodMetricsEndpointOauth2TlsConfigCa = PodMonitorSpecPodMetricsEndpointOauth2ClientId;
export type PodMonitorSpecPodMetricsEndpointOauth2TlsConfigCert = PodMonitorSpecPodMetricsEndpointOauth2ClientId;
export type PodMonitorSpecPodMetricsEndpointOauth2TlsConfigKeySecret = PodMonitorSpecPodMetricsEndpointBearerTokenSecret;
export type PodMonitorSpecPodMetricsEndpointTlsConfigCaConfigMap = PodMonitorSpecPodMetricsEndpointBearerTokenSecret;
export type PodMonitorSpecPodMetricsEndpointTlsConfigCaSecret = PodMonitorSpecPodMetricsEndpointBearerTokenSecret;
export type PodMonitorSpecPodMetricsEndpointTlsConfigCertConfigMap = PodMonitorSpecPodMetricsEndpointBearerTokenSecret;
export type PodMonitorSpecPodMetricsEndpointTlsConfigCertSecret = PodMonitorSpecPodMetricsEndpointBearerTokenSecret;
export type PodMonitorSpecPodMetricsEndpointOauth2TlsConfigCaConfigMap = PodMonitorSpecPodMetricsEndpointBearerTokenSecret;
export type PodMonitorSpecPodMetricsEndpointOauth2TlsConfigCaSecret = PodMonitorSpecPodMetricsEndpointBearerTokenSecret;
export type PodMonitorSpecPodMetricsEndpointOauth2TlsConfigCertConfigMap = PodMonitorSpecPodMetricsEndpointBearerTokenSecret;
export type PodMonitorSpecPodMetricsEndpointOauth2TlsConfigCertSecret = PodMonitorSpecPodMetricsEndpointBearerTokenSecret;
