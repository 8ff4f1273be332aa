// Written by `operand import --omit-descriptions` from probes.monitoring.coreos.com, sha256:7dc363450fd3c29d. Don't edit it: import it again.

import { ImportedResource, type ImportedResourceProps } from 'operand';
import { schema } from './probe.schema.ts';

/** The fields of a Probe. */
export interface ProbeProps extends ImportedResourceProps {
  readonly spec: ProbeSpec;
}

/** Probe of monitoring.coreos.com/v1. */
export class Probe extends /* @__PURE__ */ ImportedResource<ProbeProps>({
  group: 'monitoring.coreos.com',
  version: 'v1',
  kind: 'Probe',
  plural: 'probes',
  scope: 'Namespaced',
  schema,
}) {}

/** `spec` of a Probe. */
export interface ProbeSpec {
  readonly authorization?: ProbeSpecAuthorization;
  readonly basicAuth?: ProbeSpecBasicAuth;
  readonly bearerTokenSecret?: ProbeSpecBearerTokenSecret;
  readonly convertClassicHistogramsToNHCB?: boolean;
  readonly fallbackScrapeProtocol?:
    | 'PrometheusProto'
    | 'OpenMetricsText0.0.1'
    | 'OpenMetricsText1.0.0'
    | 'PrometheusText0.0.4'
    | 'PrometheusText1.0.0';
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly interval?: string;
  readonly jobName?: string;
  /** Format: int64. */
  readonly keepDroppedTargets?: number;
  /** Format: int64. */
  readonly labelLimit?: number;
  /** Format: int64. */
  readonly labelNameLengthLimit?: number;
  /** Format: int64. */
  readonly labelValueLengthLimit?: number;
  readonly metricRelabelings?: readonly ProbeSpecMetricRelabeling[];
  readonly module?: string;
  /** Format: int64. */
  readonly nativeHistogramBucketLimit?: number;
  /**
   * Pattern: `^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$`.
   */
  readonly nativeHistogramMinBucketFactor?: number | string;
  readonly oauth2?: ProbeSpecOauth2;
  /**
   * At least 1 item.
   * One item for each name.
   */
  readonly params?: readonly ProbeSpecParam[];
  readonly prober?: ProbeSpecProber;
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
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly scrapeTimeout?: string;
  /** Format: int64. */
  readonly targetLimit?: number;
  readonly targets?: ProbeSpecTargets;
  readonly tlsConfig?: ProbeSpecTlsConfig;
}

/** `spec.authorization` of a Probe. */
export interface ProbeSpecAuthorization {
  readonly credentials?: ProbeSpecAuthorizationCredentials;
  readonly type?: string;
}

/** `spec.bearerTokenSecret` of a Probe. */
export interface ProbeSpecBearerTokenSecret {
  readonly key: string;
  /** @default "" */
  readonly name?: string;
  readonly optional?: boolean;
}

/** `spec.basicAuth` of a Probe. */
export interface ProbeSpecBasicAuth {
  readonly password?: ProbeSpecBasicAuthPassword;
  readonly username?: ProbeSpecBasicAuthUsername;
}

/** `spec.metricRelabelings[]` of a Probe. */
export interface ProbeSpecMetricRelabeling {
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

/** `spec.oauth2` of a Probe. */
export interface ProbeSpecOauth2 {
  readonly clientId: ProbeSpecOauth2ClientId;
  readonly clientSecret: ProbeSpecOauth2ClientSecret;
  readonly endpointParams?: { readonly [key: string]: string };
  readonly noProxy?: string;
  readonly proxyConnectHeader?: { readonly [key: string]: readonly ProbeSpecOauth2ProxyConnectHeaderItem[] };
  readonly proxyFromEnvironment?: boolean;
  /** Pattern: `^(http|https|socks5)://.+$`. */
  readonly proxyUrl?: string;
  readonly scopes?: readonly string[];
  readonly tlsConfig?: ProbeSpecOauth2TlsConfig;
  /** At least 1 character. */
  readonly tokenUrl: string;
}

/** `spec.oauth2.clientId` of a Probe. */
export interface ProbeSpecOauth2ClientId {
  readonly configMap?: ProbeSpecOauth2ClientIdConfigMap;
  readonly secret?: ProbeSpecOauth2ClientIdSecret;
}

/** `spec.tlsConfig` of a Probe. */
export interface ProbeSpecTlsConfig {
  readonly ca?: ProbeSpecTlsConfigCa;
  readonly cert?: ProbeSpecTlsConfigCert;
  readonly insecureSkipVerify?: boolean;
  readonly keySecret?: ProbeSpecTlsConfigKeySecret;
  readonly maxVersion?: 'TLS10' | 'TLS11' | 'TLS12' | 'TLS13';
  readonly minVersion?: 'TLS10' | 'TLS11' | 'TLS12' | 'TLS13';
  readonly serverName?: string;
}

/** `spec.params[]` of a Probe. */
export interface ProbeSpecParam {
  /** At least 1 character. */
  readonly name: string;
  /**
   * At least 1 item.
   * Each item: At least 1 character.
   */
  readonly values?: readonly string[];
}

/** `spec.prober` of a Probe. */
export interface ProbeSpecProber {
  readonly noProxy?: string;
  /** @default "/probe" */
  readonly path?: string;
  readonly proxyConnectHeader?: { readonly [key: string]: readonly ProbeSpecProberProxyConnectHeaderItem[] };
  readonly proxyFromEnvironment?: boolean;
  /** Pattern: `^(http|https|socks5)://.+$`. */
  readonly proxyUrl?: string;
  readonly scheme?: 'http' | 'https';
  readonly url: string;
}

/** `spec.targets` of a Probe. */
export interface ProbeSpecTargets {
  readonly ingress?: ProbeSpecTargetsIngress;
  readonly staticConfig?: ProbeSpecTargetsStaticConfig;
}

/** `spec.targets.ingress` of a Probe. */
export interface ProbeSpecTargetsIngress {
  readonly namespaceSelector?: ProbeSpecTargetsIngressNamespaceSelector;
  readonly relabelingConfigs?: readonly ProbeSpecTargetsIngressRelabelingConfig[];
  readonly selector?: ProbeSpecTargetsIngressSelector;
}

/** `spec.targets.ingress.namespaceSelector` of a Probe. */
export interface ProbeSpecTargetsIngressNamespaceSelector {
  readonly any?: boolean;
  readonly matchNames?: readonly string[];
}

/** `spec.targets.ingress.selector` of a Probe. */
export interface ProbeSpecTargetsIngressSelector {
  readonly matchExpressions?: readonly ProbeSpecTargetsIngressSelectorMatchExpression[];
  readonly matchLabels?: { readonly [key: string]: string };
}

/** `spec.targets.ingress.selector.matchExpressions[]` of a Probe. */
export interface ProbeSpecTargetsIngressSelectorMatchExpression {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

/** `spec.targets.staticConfig` of a Probe. */
export interface ProbeSpecTargetsStaticConfig {
  readonly labels?: { readonly [key: string]: string };
  readonly relabelingConfigs?: readonly ProbeSpecTargetsStaticConfigRelabelingConfig[];
  readonly static?: readonly string[];
}

// The same fields in other places

export type ProbeSpecAuthorizationCredentials = ProbeSpecBearerTokenSecret;
export type ProbeSpecBasicAuthPassword = ProbeSpecBearerTokenSecret;
export type ProbeSpecBasicAuthUsername = ProbeSpecBearerTokenSecret;
export type ProbeSpecOauth2ClientSecret = ProbeSpecBearerTokenSecret;
export type ProbeSpecOauth2ProxyConnectHeaderItem = ProbeSpecBearerTokenSecret;
export type ProbeSpecOauth2TlsConfig = ProbeSpecTlsConfig;
export type ProbeSpecProberProxyConnectHeaderItem = ProbeSpecBearerTokenSecret;
export type ProbeSpecTlsConfigCa = ProbeSpecOauth2ClientId;
export type ProbeSpecTlsConfigCert = ProbeSpecOauth2ClientId;
export type ProbeSpecTlsConfigKeySecret = ProbeSpecBearerTokenSecret;
export type ProbeSpecOauth2ClientIdConfigMap = ProbeSpecBearerTokenSecret;
export type ProbeSpecOauth2ClientIdSecret = ProbeSpecBearerTokenSecret;
export type ProbeSpecOauth2TlsConfigCa = ProbeSpecOauth2ClientId;
export type ProbeSpecOauth2TlsConfigCert = ProbeSpecOauth2ClientId;
export type ProbeSpecOauth2TlsConfigKeySecret = ProbeSpecBearerTokenSecret;
export type ProbeSpecTargetsIngressRelabelingConfig = ProbeSpecMetricRelabeling;
export type ProbeSpecTargetsStaticConfigRelabelingConfig = ProbeSpecMetricRelabeling;
export type ProbeSpecTlsConfigCaConfigMap = ProbeSpecBearerTokenSecret;
export type ProbeSpecTlsConfigCaSecret = ProbeSpecBearerTokenSecret;
export type ProbeSpecTlsConfigCertConfigMap = ProbeSpecBearerTokenSecret;
export type ProbeSpecTlsConfigCertSecret = ProbeSpecBearerTokenSecret;
export type ProbeSpecOauth2TlsConfigCaConfigMap = ProbeSpecBearerTokenSecret;
export type ProbeSpecOauth2TlsConfigCaSecret = ProbeSpecBearerTokenSecret;
export type ProbeSpecOauth2TlsConfigCertConfigMap = ProbeSpecBearerTokenSecret;
export type ProbeSpecOauth2TlsConfigCertSecret = ProbeSpecBearerTokenSecret;
