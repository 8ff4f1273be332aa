// Written by `operand import --omit-descriptions` from scrapeconfigs.monitoring.coreos.com, sha256:fb0dd1f9cb9b0585. Don't edit it: import it again.

import { ImportedResource, type ImportedResourceProps } from 'operand';
import { schema } from './scrape-config.schema.ts';

/** The fields of a ScrapeConfig. */
export interface ScrapeConfigProps extends ImportedResourceProps {
  readonly spec: ScrapeConfigSpec;
}

/** ScrapeConfig of monitoring.coreos.com/v1alpha1. */
export class ScrapeConfig extends /* @__PURE__ */ ImportedResource<ScrapeConfigProps>({
  group: 'monitoring.coreos.com',
  version: 'v1alpha1',
  kind: 'ScrapeConfig',
  plural: 'scrapeconfigs',
  scope: 'Namespaced',
  schema,
}) {}

/** `spec` of a ScrapeConfig. */
export interface ScrapeConfigSpec {
  readonly authorization?: ScrapeConfigSpecAuthorization;
  readonly azureSDConfigs?: readonly ScrapeConfigSpecAzureSDConfig[];
  readonly basicAuth?: ScrapeConfigSpecBasicAuth;
  readonly consulSDConfigs?: readonly ScrapeConfigSpecConsulSDConfig[];
  readonly convertClassicHistogramsToNHCB?: boolean;
  readonly digitalOceanSDConfigs?: readonly ScrapeConfigSpecDigitalOceanSDConfig[];
  readonly dnsSDConfigs?: readonly ScrapeConfigSpecDnsSDConfig[];
  readonly dockerSDConfigs?: readonly ScrapeConfigSpecDockerSDConfig[];
  readonly dockerSwarmSDConfigs?: readonly ScrapeConfigSpecDockerSwarmSDConfig[];
  readonly ec2SDConfigs?: readonly ScrapeConfigSpecEc2SDConfig[];
  readonly enableCompression?: boolean;
  readonly enableHTTP2?: boolean;
  readonly eurekaSDConfigs?: readonly ScrapeConfigSpecEurekaSDConfig[];
  readonly fallbackScrapeProtocol?:
    | 'PrometheusProto'
    | 'OpenMetricsText0.0.1'
    | 'OpenMetricsText1.0.0'
    | 'PrometheusText0.0.4'
    | 'PrometheusText1.0.0';
  readonly fileSDConfigs?: readonly ScrapeConfigSpecFileSDConfig[];
  readonly gceSDConfigs?: readonly ScrapeConfigSpecGceSDConfig[];
  readonly hetznerSDConfigs?: readonly ScrapeConfigSpecHetznerSDConfig[];
  readonly honorLabels?: boolean;
  readonly honorTimestamps?: boolean;
  readonly httpSDConfigs?: readonly ScrapeConfigSpecHttpSDConfig[];
  readonly ionosSDConfigs?: readonly ScrapeConfigSpecIonosSDConfig[];
  /** At least 1 character. */
  readonly jobName?: string;
  /** Format: int64. */
  readonly keepDroppedTargets?: number;
  readonly kubernetesSDConfigs?: readonly ScrapeConfigSpecKubernetesSDConfig[];
  readonly kumaSDConfigs?: readonly ScrapeConfigSpecKumaSDConfig[];
  /** Format: int64. */
  readonly labelLimit?: number;
  /** Format: int64. */
  readonly labelNameLengthLimit?: number;
  /** Format: int64. */
  readonly labelValueLengthLimit?: number;
  readonly lightSailSDConfigs?: readonly ScrapeConfigSpecLightSailSDConfig[];
  readonly linodeSDConfigs?: readonly ScrapeConfigSpecLinodeSDConfig[];
  /** At least 1 item. */
  readonly metricRelabelings?: readonly ScrapeConfigSpecMetricRelabeling[];
  /** At least 1 character. */
  readonly metricsPath?: string;
  readonly nameEscapingScheme?: 'AllowUTF8' | 'Underscores' | 'Dots' | 'Values';
  readonly nameValidationScheme?: 'UTF8' | 'Legacy';
  /** Format: int64. */
  readonly nativeHistogramBucketLimit?: number;
  /**
   * Pattern: `^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$`.
   */
  readonly nativeHistogramMinBucketFactor?: number | string;
  readonly noProxy?: string;
  readonly nomadSDConfigs?: readonly ScrapeConfigSpecNomadSDConfig[];
  readonly oauth2?: ScrapeConfigSpecOauth2;
  readonly openstackSDConfigs?: readonly ScrapeConfigSpecOpenstackSDConfig[];
  readonly ovhcloudSDConfigs?: readonly ScrapeConfigSpecOvhcloudSDConfig[];
  readonly params?: { readonly [key: string]: readonly string[] };
  readonly proxyConnectHeader?: { readonly [key: string]: readonly ScrapeConfigSpecProxyConnectHeaderItem[] };
  readonly proxyFromEnvironment?: boolean;
  /** Pattern: `^(http|https|socks5)://.+$`. */
  readonly proxyUrl?: string;
  readonly puppetDBSDConfigs?: readonly ScrapeConfigSpecPuppetDBSDConfig[];
  /** At least 1 item. */
  readonly relabelings?: readonly ScrapeConfigSpecRelabeling[];
  /** Format: int64. */
  readonly sampleLimit?: number;
  readonly scalewaySDConfigs?: readonly ScrapeConfigSpecScalewaySDConfig[];
  readonly scheme?: 'HTTP' | 'HTTPS';
  /** At least 1 character. */
  readonly scrapeClass?: string;
  readonly scrapeClassicHistograms?: boolean;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly scrapeInterval?: string;
  /** At least 1 item. */
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
  readonly staticConfigs?: readonly ScrapeConfigSpecStaticConfig[];
  /** Format: int64. */
  readonly targetLimit?: number;
  readonly tlsConfig?: ScrapeConfigSpecTlsConfig;
  readonly trackTimestampsStaleness?: boolean;
}

/** `spec.authorization` of a ScrapeConfig. */
export interface ScrapeConfigSpecAuthorization {
  readonly credentials?: ScrapeConfigSpecAuthorizationCredentials;
  readonly type?: string;
}

/** `spec.proxyConnectHeader{}[]` of a ScrapeConfig. */
export interface ScrapeConfigSpecProxyConnectHeaderItem {
  readonly key: string;
  /** @default "" */
  readonly name?: string;
  readonly optional?: boolean;
}

/** `spec.azureSDConfigs[]` of a ScrapeConfig. */
export interface ScrapeConfigSpecAzureSDConfig {
  readonly authenticationMethod?: 'OAuth' | 'ManagedIdentity' | 'SDK';
  readonly authorization?: ScrapeConfigSpecAzureSDConfigAuthorization;
  readonly basicAuth?: ScrapeConfigSpecAzureSDConfigBasicAuth;
  /** At least 1 character. */
  readonly clientID?: string;
  readonly clientSecret?: ScrapeConfigSpecAzureSDConfigClientSecret;
  readonly enableHTTP2?: boolean;
  /** At least 1 character. */
  readonly environment?: string;
  readonly followRedirects?: boolean;
  readonly noProxy?: string;
  readonly oauth2?: ScrapeConfigSpecAzureSDConfigOauth2;
  /**
   * At least 0.
   * At most 65535.
   * Format: int32.
   */
  readonly port?: number;
  readonly proxyConnectHeader?: { readonly [key: string]: readonly ScrapeConfigSpecAzureSDConfigProxyConnectHeaderItem[] };
  readonly proxyFromEnvironment?: boolean;
  /** Pattern: `^(http|https|socks5)://.+$`. */
  readonly proxyUrl?: string;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly refreshInterval?: string;
  /** At least 1 character. */
  readonly resourceGroup?: string;
  /** At least 1 character. */
  readonly subscriptionID: string;
  /** At least 1 character. */
  readonly tenantID?: string;
  readonly tlsConfig?: ScrapeConfigSpecAzureSDConfigTlsConfig;
}

/** `spec.basicAuth` of a ScrapeConfig. */
export interface ScrapeConfigSpecBasicAuth {
  readonly password?: ScrapeConfigSpecBasicAuthPassword;
  readonly username?: ScrapeConfigSpecBasicAuthUsername;
}

/** `spec.oauth2` of a ScrapeConfig. */
export interface ScrapeConfigSpecOauth2 {
  readonly clientId: ScrapeConfigSpecOauth2ClientId;
  readonly clientSecret: ScrapeConfigSpecOauth2ClientSecret;
  readonly endpointParams?: { readonly [key: string]: string };
  readonly noProxy?: string;
  readonly proxyConnectHeader?: { readonly [key: string]: readonly ScrapeConfigSpecOauth2ProxyConnectHeaderItem[] };
  readonly proxyFromEnvironment?: boolean;
  /** Pattern: `^(http|https|socks5)://.+$`. */
  readonly proxyUrl?: string;
  readonly scopes?: readonly string[];
  readonly tlsConfig?: ScrapeConfigSpecOauth2TlsConfig;
  /** At least 1 character. */
  readonly tokenUrl: string;
}

/** `spec.oauth2.clientId` of a ScrapeConfig. */
export interface ScrapeConfigSpecOauth2ClientId {
  readonly configMap?: ScrapeConfigSpecOauth2ClientIdConfigMap;
  readonly secret?: ScrapeConfigSpecOauth2ClientIdSecret;
}

/** `spec.tlsConfig` of a ScrapeConfig. */
export interface ScrapeConfigSpecTlsConfig {
  readonly ca?: ScrapeConfigSpecTlsConfigCa;
  readonly cert?: ScrapeConfigSpecTlsConfigCert;
  readonly insecureSkipVerify?: boolean;
  readonly keySecret?: ScrapeConfigSpecTlsConfigKeySecret;
  readonly maxVersion?: 'TLS10' | 'TLS11' | 'TLS12' | 'TLS13';
  readonly minVersion?: 'TLS10' | 'TLS11' | 'TLS12' | 'TLS13';
  readonly serverName?: string;
}

/** `spec.consulSDConfigs[]` of a ScrapeConfig. */
export interface ScrapeConfigSpecConsulSDConfig {
  readonly allowStale?: boolean;
  readonly authorization?: ScrapeConfigSpecConsulSDConfigAuthorization;
  readonly basicAuth?: ScrapeConfigSpecConsulSDConfigBasicAuth;
  /** At least 1 character. */
  readonly datacenter?: string;
  readonly enableHTTP2?: boolean;
  /** At least 1 character. */
  readonly filter?: string;
  readonly followRedirects?: boolean;
  /** At least 1 character. */
  readonly namespace?: string;
  readonly noProxy?: string;
  readonly nodeMeta?: { readonly [key: string]: string };
  readonly oauth2?: ScrapeConfigSpecConsulSDConfigOauth2;
  /** At least 1 character. */
  readonly partition?: string;
  /** At least 1 character. */
  readonly pathPrefix?: string;
  readonly proxyConnectHeader?: { readonly [key: string]: readonly ScrapeConfigSpecConsulSDConfigProxyConnectHeaderItem[] };
  readonly proxyFromEnvironment?: boolean;
  /** Pattern: `^(http|https|socks5)://.+$`. */
  readonly proxyUrl?: string;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly refreshInterval?: string;
  readonly scheme?: 'HTTP' | 'HTTPS';
  /** At least 1 character. */
  readonly server: string;
  readonly services?: readonly string[];
  /** At least 1 character. */
  readonly tagSeparator?: string;
  readonly tags?: readonly string[];
  readonly tlsConfig?: ScrapeConfigSpecConsulSDConfigTlsConfig;
  readonly tokenRef?: ScrapeConfigSpecConsulSDConfigTokenRef;
}

/** `spec.digitalOceanSDConfigs[]` of a ScrapeConfig. */
export interface ScrapeConfigSpecDigitalOceanSDConfig {
  readonly authorization?: ScrapeConfigSpecDigitalOceanSDConfigAuthorization;
  readonly enableHTTP2?: boolean;
  readonly followRedirects?: boolean;
  readonly noProxy?: string;
  readonly oauth2?: ScrapeConfigSpecDigitalOceanSDConfigOauth2;
  /**
   * At least 0.
   * At most 65535.
   * Format: int32.
   */
  readonly port?: number;
  readonly proxyConnectHeader?: { readonly [key: string]: readonly ScrapeConfigSpecDigitalOceanSDConfigProxyConnectHeaderItem[] };
  readonly proxyFromEnvironment?: boolean;
  /** Pattern: `^(http|https|socks5)://.+$`. */
  readonly proxyUrl?: string;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly refreshInterval?: string;
  readonly tlsConfig?: ScrapeConfigSpecDigitalOceanSDConfigTlsConfig;
}

/** `spec.dnsSDConfigs[]` of a ScrapeConfig. */
export interface ScrapeConfigSpecDnsSDConfig {
  /**
   * At least 1 item.
   * Each item: At least 1 character.
   */
  readonly names: readonly string[];
  /**
   * At least 0.
   * At most 65535.
   * Format: int32.
   */
  readonly port?: number;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly refreshInterval?: string;
  readonly type?: 'A' | 'AAAA' | 'MX' | 'NS' | 'SRV';
}

/** `spec.dockerSDConfigs[]` of a ScrapeConfig. */
export interface ScrapeConfigSpecDockerSDConfig {
  readonly authorization?: ScrapeConfigSpecDockerSDConfigAuthorization;
  readonly basicAuth?: ScrapeConfigSpecDockerSDConfigBasicAuth;
  readonly enableHTTP2?: boolean;
  /** One item for each name. */
  readonly filters?: readonly ScrapeConfigSpecDockerSDConfigFilter[];
  readonly followRedirects?: boolean;
  /** At least 1 character. */
  readonly host: string;
  /** At least 1 character. */
  readonly hostNetworkingHost?: string;
  readonly matchFirstNetwork?: boolean;
  readonly noProxy?: string;
  readonly oauth2?: ScrapeConfigSpecDockerSDConfigOauth2;
  /**
   * At least 0.
   * At most 65535.
   * Format: int32.
   */
  readonly port?: number;
  readonly proxyConnectHeader?: { readonly [key: string]: readonly ScrapeConfigSpecDockerSDConfigProxyConnectHeaderItem[] };
  readonly proxyFromEnvironment?: boolean;
  /** Pattern: `^(http|https|socks5)://.+$`. */
  readonly proxyUrl?: string;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly refreshInterval?: string;
  readonly tlsConfig?: ScrapeConfigSpecDockerSDConfigTlsConfig;
}

/** `spec.dockerSDConfigs[].filters[]` of a ScrapeConfig. */
export interface ScrapeConfigSpecDockerSDConfigFilter {
  readonly name: string;
  /**
   * At least 1 item.
   * Each item: At least 1 character.
   */
  readonly values: readonly string[];
}

/** `spec.dockerSwarmSDConfigs[]` of a ScrapeConfig. */
export interface ScrapeConfigSpecDockerSwarmSDConfig {
  readonly authorization?: ScrapeConfigSpecDockerSwarmSDConfigAuthorization;
  readonly basicAuth?: ScrapeConfigSpecDockerSwarmSDConfigBasicAuth;
  readonly enableHTTP2?: boolean;
  /** One item for each name. */
  readonly filters?: readonly ScrapeConfigSpecDockerSwarmSDConfigFilter[];
  readonly followRedirects?: boolean;
  /** Pattern: `^[a-zA-Z][a-zA-Z0-9+.-]*://.+$`. */
  readonly host: string;
  readonly noProxy?: string;
  readonly oauth2?: ScrapeConfigSpecDockerSwarmSDConfigOauth2;
  /**
   * At least 0.
   * At most 65535.
   * Format: int32.
   */
  readonly port?: number;
  readonly proxyConnectHeader?: { readonly [key: string]: readonly ScrapeConfigSpecDockerSwarmSDConfigProxyConnectHeaderItem[] };
  readonly proxyFromEnvironment?: boolean;
  /** Pattern: `^(http|https|socks5)://.+$`. */
  readonly proxyUrl?: string;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly refreshInterval?: string;
  readonly role: 'Services' | 'Tasks' | 'Nodes';
  readonly tlsConfig?: ScrapeConfigSpecDockerSwarmSDConfigTlsConfig;
}

/** `spec.ec2SDConfigs[]` of a ScrapeConfig. */
export interface ScrapeConfigSpecEc2SDConfig {
  readonly accessKey?: ScrapeConfigSpecEc2SDConfigAccessKey;
  readonly enableHTTP2?: boolean;
  /** One item for each name. */
  readonly filters?: readonly ScrapeConfigSpecEc2SDConfigFilter[];
  readonly followRedirects?: boolean;
  readonly noProxy?: string;
  /**
   * At least 0.
   * At most 65535.
   * Format: int32.
   */
  readonly port?: number;
  readonly proxyConnectHeader?: { readonly [key: string]: readonly ScrapeConfigSpecEc2SDConfigProxyConnectHeaderItem[] };
  readonly proxyFromEnvironment?: boolean;
  /** Pattern: `^(http|https|socks5)://.+$`. */
  readonly proxyUrl?: string;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly refreshInterval?: string;
  /** At least 1 character. */
  readonly region?: string;
  /** At least 1 character. */
  readonly roleARN?: string;
  readonly secretKey?: ScrapeConfigSpecEc2SDConfigSecretKey;
  readonly tlsConfig?: ScrapeConfigSpecEc2SDConfigTlsConfig;
}

/** `spec.eurekaSDConfigs[]` of a ScrapeConfig. */
export interface ScrapeConfigSpecEurekaSDConfig {
  readonly authorization?: ScrapeConfigSpecEurekaSDConfigAuthorization;
  readonly basicAuth?: ScrapeConfigSpecEurekaSDConfigBasicAuth;
  readonly enableHTTP2?: boolean;
  readonly followRedirects?: boolean;
  readonly noProxy?: string;
  readonly oauth2?: ScrapeConfigSpecEurekaSDConfigOauth2;
  readonly proxyConnectHeader?: { readonly [key: string]: readonly ScrapeConfigSpecEurekaSDConfigProxyConnectHeaderItem[] };
  readonly proxyFromEnvironment?: boolean;
  /** Pattern: `^(http|https|socks5)://.+$`. */
  readonly proxyUrl?: string;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly refreshInterval?: string;
  /** At least 1 character. */
  readonly server: string;
  readonly tlsConfig?: ScrapeConfigSpecEurekaSDConfigTlsConfig;
}

/** `spec.fileSDConfigs[]` of a ScrapeConfig. */
export interface ScrapeConfigSpecFileSDConfig {
  /**
   * At least 1 item.
   * Each item: Pattern: `^[^*]*(\*[^/]*)?\.(json|yml|yaml|JSON|YML|YAML)$`.
   */
  readonly files: readonly string[];
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly refreshInterval?: string;
}

/** `spec.gceSDConfigs[]` of a ScrapeConfig. */
export interface ScrapeConfigSpecGceSDConfig {
  /** At least 1 character. */
  readonly filter?: string;
  /**
   * At least 0.
   * At most 65535.
   * Format: int32.
   */
  readonly port?: number;
  /** At least 1 character. */
  readonly project: string;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly refreshInterval?: string;
  /** At least 1 character. */
  readonly tagSeparator?: string;
  /** At least 1 character. */
  readonly zone: string;
}

/** `spec.hetznerSDConfigs[]` of a ScrapeConfig. */
export interface ScrapeConfigSpecHetznerSDConfig {
  readonly authorization?: ScrapeConfigSpecHetznerSDConfigAuthorization;
  readonly basicAuth?: ScrapeConfigSpecHetznerSDConfigBasicAuth;
  readonly enableHTTP2?: boolean;
  readonly followRedirects?: boolean;
  /** At least 1 character. */
  readonly labelSelector?: string;
  readonly noProxy?: string;
  readonly oauth2?: ScrapeConfigSpecHetznerSDConfigOauth2;
  readonly port?: number;
  readonly proxyConnectHeader?: { readonly [key: string]: readonly ScrapeConfigSpecHetznerSDConfigProxyConnectHeaderItem[] };
  readonly proxyFromEnvironment?: boolean;
  /** Pattern: `^(http|https|socks5)://.+$`. */
  readonly proxyUrl?: string;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly refreshInterval?: string;
  readonly role: 'hcloud' | 'Hcloud' | 'robot' | 'Robot';
  readonly tlsConfig?: ScrapeConfigSpecHetznerSDConfigTlsConfig;
}

/** `spec.httpSDConfigs[]` of a ScrapeConfig. */
export interface ScrapeConfigSpecHttpSDConfig {
  readonly authorization?: ScrapeConfigSpecHttpSDConfigAuthorization;
  readonly basicAuth?: ScrapeConfigSpecHttpSDConfigBasicAuth;
  readonly enableHTTP2?: boolean;
  readonly followRedirects?: boolean;
  readonly noProxy?: string;
  readonly oauth2?: ScrapeConfigSpecHttpSDConfigOauth2;
  readonly proxyConnectHeader?: { readonly [key: string]: readonly ScrapeConfigSpecHttpSDConfigProxyConnectHeaderItem[] };
  readonly proxyFromEnvironment?: boolean;
  /** Pattern: `^(http|https|socks5)://.+$`. */
  readonly proxyUrl?: string;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly refreshInterval?: string;
  readonly tlsConfig?: ScrapeConfigSpecHttpSDConfigTlsConfig;
  /**
   * At least 1 character.
   * Pattern: `^http(s)?://.+$`.
   */
  readonly url: string;
}

/** `spec.ionosSDConfigs[]` of a ScrapeConfig. */
export interface ScrapeConfigSpecIonosSDConfig {
  readonly authorization: ScrapeConfigSpecIonosSDConfigAuthorization;
  /** At least 1 character. */
  readonly datacenterID: string;
  readonly enableHTTP2?: boolean;
  readonly followRedirects?: boolean;
  readonly noProxy?: string;
  readonly oauth2?: ScrapeConfigSpecIonosSDConfigOauth2;
  /**
   * At least 0.
   * At most 65535.
   * Format: int32.
   */
  readonly port?: number;
  readonly proxyConnectHeader?: { readonly [key: string]: readonly ScrapeConfigSpecIonosSDConfigProxyConnectHeaderItem[] };
  readonly proxyFromEnvironment?: boolean;
  /** Pattern: `^(http|https|socks5)://.+$`. */
  readonly proxyUrl?: string;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly refreshInterval?: string;
  readonly tlsConfig?: ScrapeConfigSpecIonosSDConfigTlsConfig;
}

/** `spec.kubernetesSDConfigs[]` of a ScrapeConfig. */
export interface ScrapeConfigSpecKubernetesSDConfig {
  /** At least 1 character. */
  readonly apiServer?: string;
  readonly attachMetadata?: ScrapeConfigSpecKubernetesSDConfigAttachMetadata;
  readonly authorization?: ScrapeConfigSpecKubernetesSDConfigAuthorization;
  readonly basicAuth?: ScrapeConfigSpecKubernetesSDConfigBasicAuth;
  readonly enableHTTP2?: boolean;
  readonly followRedirects?: boolean;
  readonly namespaces?: ScrapeConfigSpecKubernetesSDConfigNamespaces;
  readonly noProxy?: string;
  readonly oauth2?: ScrapeConfigSpecKubernetesSDConfigOauth2;
  readonly proxyConnectHeader?: { readonly [key: string]: readonly ScrapeConfigSpecKubernetesSDConfigProxyConnectHeaderItem[] };
  readonly proxyFromEnvironment?: boolean;
  /** Pattern: `^(http|https|socks5)://.+$`. */
  readonly proxyUrl?: string;
  readonly role: 'Pod' | 'Endpoints' | 'Ingress' | 'Service' | 'Node' | 'EndpointSlice';
  /** One item for each role. */
  readonly selectors?: readonly ScrapeConfigSpecKubernetesSDConfigSelector[];
  readonly tlsConfig?: ScrapeConfigSpecKubernetesSDConfigTlsConfig;
}

/** `spec.kubernetesSDConfigs[].attachMetadata` of a ScrapeConfig. */
export interface ScrapeConfigSpecKubernetesSDConfigAttachMetadata {
  readonly node?: boolean;
}

/** `spec.kubernetesSDConfigs[].namespaces` of a ScrapeConfig. */
export interface ScrapeConfigSpecKubernetesSDConfigNamespaces {
  readonly names?: readonly string[];
  readonly ownNamespace?: boolean;
}

/** `spec.kubernetesSDConfigs[].selectors[]` of a ScrapeConfig. */
export interface ScrapeConfigSpecKubernetesSDConfigSelector {
  /** At least 1 character. */
  readonly field?: string;
  /** At least 1 character. */
  readonly label?: string;
  readonly role: 'Pod' | 'Endpoints' | 'Ingress' | 'Service' | 'Node' | 'EndpointSlice';
}

/** `spec.kumaSDConfigs[]` of a ScrapeConfig. */
export interface ScrapeConfigSpecKumaSDConfig {
  readonly authorization?: ScrapeConfigSpecKumaSDConfigAuthorization;
  readonly basicAuth?: ScrapeConfigSpecKumaSDConfigBasicAuth;
  readonly clientID?: string;
  readonly enableHTTP2?: boolean;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly fetchTimeout?: string;
  readonly followRedirects?: boolean;
  readonly noProxy?: string;
  readonly oauth2?: ScrapeConfigSpecKumaSDConfigOauth2;
  readonly proxyConnectHeader?: { readonly [key: string]: readonly ScrapeConfigSpecKumaSDConfigProxyConnectHeaderItem[] };
  readonly proxyFromEnvironment?: boolean;
  /** Pattern: `^(http|https|socks5)://.+$`. */
  readonly proxyUrl?: string;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly refreshInterval?: string;
  /** At least 1 character. */
  readonly server: string;
  readonly tlsConfig?: ScrapeConfigSpecKumaSDConfigTlsConfig;
}

/** `spec.lightSailSDConfigs[]` of a ScrapeConfig. */
export interface ScrapeConfigSpecLightSailSDConfig {
  readonly accessKey?: ScrapeConfigSpecLightSailSDConfigAccessKey;
  readonly authorization?: ScrapeConfigSpecLightSailSDConfigAuthorization;
  readonly basicAuth?: ScrapeConfigSpecLightSailSDConfigBasicAuth;
  readonly enableHTTP2?: boolean;
  /** At least 1 character. */
  readonly endpoint?: string;
  readonly followRedirects?: boolean;
  readonly noProxy?: string;
  readonly oauth2?: ScrapeConfigSpecLightSailSDConfigOauth2;
  /**
   * At least 0.
   * At most 65535.
   * Format: int32.
   */
  readonly port?: number;
  readonly proxyConnectHeader?: { readonly [key: string]: readonly ScrapeConfigSpecLightSailSDConfigProxyConnectHeaderItem[] };
  readonly proxyFromEnvironment?: boolean;
  /** Pattern: `^(http|https|socks5)://.+$`. */
  readonly proxyUrl?: string;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly refreshInterval?: string;
  /** At least 1 character. */
  readonly region?: string;
  readonly roleARN?: string;
  readonly secretKey?: ScrapeConfigSpecLightSailSDConfigSecretKey;
  readonly tlsConfig?: ScrapeConfigSpecLightSailSDConfigTlsConfig;
}

/** `spec.linodeSDConfigs[]` of a ScrapeConfig. */
export interface ScrapeConfigSpecLinodeSDConfig {
  readonly authorization?: ScrapeConfigSpecLinodeSDConfigAuthorization;
  readonly enableHTTP2?: boolean;
  readonly followRedirects?: boolean;
  readonly noProxy?: string;
  readonly oauth2?: ScrapeConfigSpecLinodeSDConfigOauth2;
  /**
   * At least 0.
   * At most 65535.
   * Format: int32.
   */
  readonly port?: number;
  readonly proxyConnectHeader?: { readonly [key: string]: readonly ScrapeConfigSpecLinodeSDConfigProxyConnectHeaderItem[] };
  readonly proxyFromEnvironment?: boolean;
  /** Pattern: `^(http|https|socks5)://.+$`. */
  readonly proxyUrl?: string;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly refreshInterval?: string;
  /** At least 1 character. */
  readonly region?: string;
  /** At least 1 character. */
  readonly tagSeparator?: string;
  readonly tlsConfig?: ScrapeConfigSpecLinodeSDConfigTlsConfig;
}

/** `spec.metricRelabelings[]` of a ScrapeConfig. */
export interface ScrapeConfigSpecMetricRelabeling {
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

/** `spec.nomadSDConfigs[]` of a ScrapeConfig. */
export interface ScrapeConfigSpecNomadSDConfig {
  readonly allowStale?: boolean;
  readonly authorization?: ScrapeConfigSpecNomadSDConfigAuthorization;
  readonly basicAuth?: ScrapeConfigSpecNomadSDConfigBasicAuth;
  readonly enableHTTP2?: boolean;
  readonly followRedirects?: boolean;
  readonly namespace?: string;
  readonly noProxy?: string;
  readonly oauth2?: ScrapeConfigSpecNomadSDConfigOauth2;
  readonly proxyConnectHeader?: { readonly [key: string]: readonly ScrapeConfigSpecNomadSDConfigProxyConnectHeaderItem[] };
  readonly proxyFromEnvironment?: boolean;
  /** Pattern: `^(http|https|socks5)://.+$`. */
  readonly proxyUrl?: string;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly refreshInterval?: string;
  readonly region?: string;
  /** At least 1 character. */
  readonly server: string;
  readonly tagSeparator?: string;
  readonly tlsConfig?: ScrapeConfigSpecNomadSDConfigTlsConfig;
}

/** `spec.openstackSDConfigs[]` of a ScrapeConfig. */
export interface ScrapeConfigSpecOpenstackSDConfig {
  readonly allTenants?: boolean;
  readonly applicationCredentialId?: string;
  /** At least 1 character. */
  readonly applicationCredentialName?: string;
  readonly applicationCredentialSecret?: ScrapeConfigSpecOpenstackSDConfigApplicationCredentialSecret;
  readonly availability?: 'Public' | 'public' | 'Admin' | 'admin' | 'Internal' | 'internal';
  /** At least 1 character. */
  readonly domainID?: string;
  /** At least 1 character. */
  readonly domainName?: string;
  /** Pattern: `^http(s)?:\/\/.+$`. */
  readonly identityEndpoint?: string;
  readonly password?: ScrapeConfigSpecOpenstackSDConfigPassword;
  /**
   * At least 0.
   * At most 65535.
   * Format: int32.
   */
  readonly port?: number;
  /** At least 1 character. */
  readonly projectID?: string;
  /** At least 1 character. */
  readonly projectName?: string;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly refreshInterval?: string;
  /** At least 1 character. */
  readonly region: string;
  readonly role: 'Instance' | 'Hypervisor' | 'LoadBalancer';
  readonly tlsConfig?: ScrapeConfigSpecOpenstackSDConfigTlsConfig;
  /** At least 1 character. */
  readonly userid?: string;
  /** At least 1 character. */
  readonly username?: string;
}

/** `spec.ovhcloudSDConfigs[]` of a ScrapeConfig. */
export interface ScrapeConfigSpecOvhcloudSDConfig {
  /** At least 1 character. */
  readonly applicationKey: string;
  readonly applicationSecret: ScrapeConfigSpecOvhcloudSDConfigApplicationSecret;
  readonly consumerKey: ScrapeConfigSpecOvhcloudSDConfigConsumerKey;
  /** At least 1 character. */
  readonly endpoint?: string;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly refreshInterval?: string;
  readonly service: string;
}

/** `spec.puppetDBSDConfigs[]` of a ScrapeConfig. */
export interface ScrapeConfigSpecPuppetDBSDConfig {
  readonly authorization?: ScrapeConfigSpecPuppetDBSDConfigAuthorization;
  readonly basicAuth?: ScrapeConfigSpecPuppetDBSDConfigBasicAuth;
  readonly enableHTTP2?: boolean;
  readonly followRedirects?: boolean;
  readonly includeParameters?: boolean;
  readonly noProxy?: string;
  readonly oauth2?: ScrapeConfigSpecPuppetDBSDConfigOauth2;
  /**
   * At least 0.
   * At most 65535.
   * Format: int32.
   */
  readonly port?: number;
  readonly proxyConnectHeader?: { readonly [key: string]: readonly ScrapeConfigSpecPuppetDBSDConfigProxyConnectHeaderItem[] };
  readonly proxyFromEnvironment?: boolean;
  /** Pattern: `^(http|https|socks5)://.+$`. */
  readonly proxyUrl?: string;
  /** At least 1 character. */
  readonly query: string;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly refreshInterval?: string;
  readonly tlsConfig?: ScrapeConfigSpecPuppetDBSDConfigTlsConfig;
  /**
   * At least 1 character.
   * Pattern: `^http(s)?://.+$`.
   */
  readonly url: string;
}

/** `spec.scalewaySDConfigs[]` of a ScrapeConfig. */
export interface ScrapeConfigSpecScalewaySDConfig {
  /** At least 1 character. */
  readonly accessKey: string;
  /** Pattern: `^http(s)?://.+$`. */
  readonly apiURL?: string;
  readonly enableHTTP2?: boolean;
  readonly followRedirects?: boolean;
  /** At least 1 character. */
  readonly nameFilter?: string;
  readonly noProxy?: string;
  /**
   * At least 0.
   * At most 65535.
   * Format: int32.
   */
  readonly port?: number;
  /** At least 1 character. */
  readonly projectID: string;
  readonly proxyConnectHeader?: { readonly [key: string]: readonly ScrapeConfigSpecScalewaySDConfigProxyConnectHeaderItem[] };
  readonly proxyFromEnvironment?: boolean;
  /** Pattern: `^(http|https|socks5)://.+$`. */
  readonly proxyUrl?: string;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly refreshInterval?: string;
  readonly role: 'Instance' | 'Baremetal';
  readonly secretKey: ScrapeConfigSpecScalewaySDConfigSecretKey;
  /**
   * At least 1 item.
   * Each item: At least 1 character.
   */
  readonly tagsFilter?: readonly string[];
  readonly tlsConfig?: ScrapeConfigSpecScalewaySDConfigTlsConfig;
  /** At least 1 character. */
  readonly zone?: string;
}

/** `spec.staticConfigs[]` of a ScrapeConfig. */
export interface ScrapeConfigSpecStaticConfig {
  readonly labels?: { readonly [key: string]: string };
  /** At least 1 item. */
  readonly targets: readonly string[];
}

// The same fields in other places

export type ScrapeConfigSpecRelabeling = ScrapeConfigSpecMetricRelabeling;
export type ScrapeConfigSpecAuthorizationCredentials = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecAzureSDConfigAuthorization = ScrapeConfigSpecAuthorization;
export type ScrapeConfigSpecAzureSDConfigBasicAuth = ScrapeConfigSpecBasicAuth;
export type ScrapeConfigSpecAzureSDConfigClientSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecAzureSDConfigOauth2 = ScrapeConfigSpecOauth2;
export type ScrapeConfigSpecAzureSDConfigProxyConnectHeaderItem = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecAzureSDConfigTlsConfig = ScrapeConfigSpecTlsConfig;
export type ScrapeConfigSpecBasicAuthPassword = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecBasicAuthUsername = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecConsulSDConfigAuthorization = ScrapeConfigSpecAuthorization;
export type ScrapeConfigSpecConsulSDConfigBasicAuth = ScrapeConfigSpecBasicAuth;
export type ScrapeConfigSpecConsulSDConfigOauth2 = ScrapeConfigSpecOauth2;
export type ScrapeConfigSpecConsulSDConfigProxyConnectHeaderItem = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecConsulSDConfigTlsConfig = ScrapeConfigSpecTlsConfig;
export type ScrapeConfigSpecConsulSDConfigTokenRef = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDigitalOceanSDConfigAuthorization = ScrapeConfigSpecAuthorization;
export type ScrapeConfigSpecDigitalOceanSDConfigOauth2 = ScrapeConfigSpecOauth2;
export type ScrapeConfigSpecDigitalOceanSDConfigProxyConnectHeaderItem = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDigitalOceanSDConfigTlsConfig = ScrapeConfigSpecTlsConfig;
export type ScrapeConfigSpecDockerSDConfigAuthorization = ScrapeConfigSpecAuthorization;
export type ScrapeConfigSpecDockerSDConfigBasicAuth = ScrapeConfigSpecBasicAuth;
export type ScrapeConfigSpecDockerSDConfigOauth2 = ScrapeConfigSpecOauth2;
export type ScrapeConfigSpecDockerSDConfigProxyConnectHeaderItem = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDockerSDConfigTlsConfig = ScrapeConfigSpecTlsConfig;
export type ScrapeConfigSpecDockerSwarmSDConfigAuthorization = ScrapeConfigSpecAuthorization;
export type ScrapeConfigSpecDockerSwarmSDConfigBasicAuth = ScrapeConfigSpecBasicAuth;
export type ScrapeConfigSpecDockerSwarmSDConfigFilter = ScrapeConfigSpecDockerSDConfigFilter;
export type ScrapeConfigSpecDockerSwarmSDConfigOauth2 = ScrapeConfigSpecOauth2;
export type ScrapeConfigSpecDockerSwarmSDConfigProxyConnectHeaderItem = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDockerSwarmSDConfigTlsConfig = ScrapeConfigSpecTlsConfig;
export type ScrapeConfigSpecEc2SDConfigAccessKey = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecEc2SDConfigFilter = ScrapeConfigSpecDockerSDConfigFilter;
export type ScrapeConfigSpecEc2SDConfigProxyConnectHeaderItem = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecEc2SDConfigSecretKey = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecEc2SDConfigTlsConfig = ScrapeConfigSpecTlsConfig;
export type ScrapeConfigSpecEurekaSDConfigAuthorization = ScrapeConfigSpecAuthorization;
export type ScrapeConfigSpecEurekaSDConfigBasicAuth = ScrapeConfigSpecBasicAuth;
export type ScrapeConfigSpecEurekaSDConfigOauth2 = ScrapeConfigSpecOauth2;
export type ScrapeConfigSpecEurekaSDConfigProxyConnectHeaderItem = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecEurekaSDConfigTlsConfig = ScrapeConfigSpecTlsConfig;
export type ScrapeConfigSpecHetznerSDConfigAuthorization = ScrapeConfigSpecAuthorization;
export type ScrapeConfigSpecHetznerSDConfigBasicAuth = ScrapeConfigSpecBasicAuth;
export type ScrapeConfigSpecHetznerSDConfigOauth2 = ScrapeConfigSpecOauth2;
export type ScrapeConfigSpecHetznerSDConfigProxyConnectHeaderItem = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecHetznerSDConfigTlsConfig = ScrapeConfigSpecTlsConfig;
export type ScrapeConfigSpecHttpSDConfigAuthorization = ScrapeConfigSpecAuthorization;
export type ScrapeConfigSpecHttpSDConfigBasicAuth = ScrapeConfigSpecBasicAuth;
export type ScrapeConfigSpecHttpSDConfigOauth2 = ScrapeConfigSpecOauth2;
export type ScrapeConfigSpecHttpSDConfigProxyConnectHeaderItem = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecHttpSDConfigTlsConfig = ScrapeConfigSpecTlsConfig;
export type ScrapeConfigSpecIonosSDConfigAuthorization = ScrapeConfigSpecAuthorization;
export type ScrapeConfigSpecIonosSDConfigOauth2 = ScrapeConfigSpecOauth2;
export type ScrapeConfigSpecIonosSDConfigProxyConnectHeaderItem = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecIonosSDConfigTlsConfig = ScrapeConfigSpecTlsConfig;
export type ScrapeConfigSpecKubernetesSDConfigAuthorization = ScrapeConfigSpecAuthorization;
export type ScrapeConfigSpecKubernetesSDConfigBasicAuth = ScrapeConfigSpecBasicAuth;
export type ScrapeConfigSpecKubernetesSDConfigOauth2 = ScrapeConfigSpecOauth2;
export type ScrapeConfigSpecKubernetesSDConfigProxyConnectHeaderItem = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecKubernetesSDConfigTlsConfig = ScrapeConfigSpecTlsConfig;
export type ScrapeConfigSpecKumaSDConfigAuthorization = ScrapeConfigSpecAuthorization;
export type ScrapeConfigSpecKumaSDConfigBasicAuth = ScrapeConfigSpecBasicAuth;
export type ScrapeConfigSpecKumaSDConfigOauth2 = ScrapeConfigSpecOauth2;
export type ScrapeConfigSpecKumaSDConfigProxyConnectHeaderItem = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecKumaSDConfigTlsConfig = ScrapeConfigSpecTlsConfig;
export type ScrapeConfigSpecLightSailSDConfigAccessKey = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecLightSailSDConfigAuthorization = ScrapeConfigSpecAuthorization;
export type ScrapeConfigSpecLightSailSDConfigBasicAuth = ScrapeConfigSpecBasicAuth;
export type ScrapeConfigSpecLightSailSDConfigOauth2 = ScrapeConfigSpecOauth2;
export type ScrapeConfigSpecLightSailSDConfigProxyConnectHeaderItem = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecLightSailSDConfigSecretKey = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecLightSailSDConfigTlsConfig = ScrapeConfigSpecTlsConfig;
export type ScrapeConfigSpecLinodeSDConfigAuthorization = ScrapeConfigSpecAuthorization;
export type ScrapeConfigSpecLinodeSDConfigOauth2 = ScrapeConfigSpecOauth2;
export type ScrapeConfigSpecLinodeSDConfigProxyConnectHeaderItem = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecLinodeSDConfigTlsConfig = ScrapeConfigSpecTlsConfig;
export type ScrapeConfigSpecNomadSDConfigAuthorization = ScrapeConfigSpecAuthorization;
export type ScrapeConfigSpecNomadSDConfigBasicAuth = ScrapeConfigSpecBasicAuth;
export type ScrapeConfigSpecNomadSDConfigOauth2 = ScrapeConfigSpecOauth2;
export type ScrapeConfigSpecNomadSDConfigProxyConnectHeaderItem = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecNomadSDConfigTlsConfig = ScrapeConfigSpecTlsConfig;
export type ScrapeConfigSpecOauth2ClientSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecOauth2ProxyConnectHeaderItem = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecOauth2TlsConfig = ScrapeConfigSpecTlsConfig;
export type ScrapeConfigSpecOpenstackSDConfigApplicationCredentialSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecOpenstackSDConfigPassword = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecOpenstackSDConfigTlsConfig = ScrapeConfigSpecTlsConfig;
export type ScrapeConfigSpecOvhcloudSDConfigApplicationSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecOvhcloudSDConfigConsumerKey = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecPuppetDBSDConfigAuthorization = ScrapeConfigSpecAuthorization;
export type ScrapeConfigSpecPuppetDBSDConfigBasicAuth = ScrapeConfigSpecBasicAuth;
export type ScrapeConfigSpecPuppetDBSDConfigOauth2 = ScrapeConfigSpecOauth2;
export type ScrapeConfigSpecPuppetDBSDConfigProxyConnectHeaderItem = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecPuppetDBSDConfigTlsConfig = ScrapeConfigSpecTlsConfig;
export type ScrapeConfigSpecScalewaySDConfigProxyConnectHeaderItem = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecScalewaySDConfigSecretKey = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecScalewaySDConfigTlsConfig = ScrapeConfigSpecTlsConfig;
export type ScrapeConfigSpecTlsConfigCa = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecTlsConfigCert = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecTlsConfigKeySecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecAzureSDConfigAuthorizationCredentials = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecAzureSDConfigBasicAuthPassword = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecAzureSDConfigBasicAuthUsername = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecAzureSDConfigOauth2ClientId = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecAzureSDConfigOauth2ClientSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecAzureSDConfigOauth2ProxyConnectHeaderItem = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecAzureSDConfigOauth2TlsConfig = ScrapeConfigSpecTlsConfig;
export type ScrapeConfigSpecAzureSDConfigTlsConfigCa = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecAzureSDConfigTlsConfigCert = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecAzureSDConfigTlsConfigKeySecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecConsulSDConfigAuthorizationCredentials = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecConsulSDConfigBasicAuthPassword = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecConsulSDConfigBasicAuthUsername = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecConsulSDConfigOauth2ClientId = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecConsulSDConfigOauth2ClientSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecConsulSDConfigOauth2ProxyConnectHeaderItem = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecConsulSDConfigOauth2TlsConfig = ScrapeConfigSpecTlsConfig;
export type ScrapeConfigSpecConsulSDConfigTlsConfigCa = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecConsulSDConfigTlsConfigCert = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecConsulSDConfigTlsConfigKeySecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDigitalOceanSDConfigAuthorizationCredentials = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDigitalOceanSDConfigOauth2ClientId = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecDigitalOceanSDConfigOauth2ClientSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDigitalOceanSDConfigOauth2ProxyConnectHeaderItem = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDigitalOceanSDConfigOauth2TlsConfig = ScrapeConfigSpecTlsConfig;
export type ScrapeConfigSpecDigitalOceanSDConfigTlsConfigCa = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecDigitalOceanSDConfigTlsConfigCert = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecDigitalOceanSDConfigTlsConfigKeySecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDockerSDConfigAuthorizationCredentials = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDockerSDConfigBasicAuthPassword = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDockerSDConfigBasicAuthUsername = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDockerSDConfigOauth2ClientId = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecDockerSDConfigOauth2ClientSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDockerSDConfigOauth2ProxyConnectHeaderItem = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDockerSDConfigOauth2TlsConfig = ScrapeConfigSpecTlsConfig;
export type ScrapeConfigSpecDockerSDConfigTlsConfigCa = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecDockerSDConfigTlsConfigCert = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecDockerSDConfigTlsConfigKeySecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDockerSwarmSDConfigAuthorizationCredentials = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDockerSwarmSDConfigBasicAuthPassword = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDockerSwarmSDConfigBasicAuthUsername = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDockerSwarmSDConfigOauth2ClientId = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecDockerSwarmSDConfigOauth2ClientSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDockerSwarmSDConfigOauth2ProxyConnectHeaderItem = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDockerSwarmSDConfigOauth2TlsConfig = ScrapeConfigSpecTlsConfig;
export type ScrapeConfigSpecDockerSwarmSDConfigTlsConfigCa = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecDockerSwarmSDConfigTlsConfigCert = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecDockerSwarmSDConfigTlsConfigKeySecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecEc2SDConfigTlsConfigCa = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecEc2SDConfigTlsConfigCert = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecEc2SDConfigTlsConfigKeySecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecEurekaSDConfigAuthorizationCredentials = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecEurekaSDConfigBasicAuthPassword = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecEurekaSDConfigBasicAuthUsername = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecEurekaSDConfigOauth2ClientId = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecEurekaSDConfigOauth2ClientSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecEurekaSDConfigOauth2ProxyConnectHeaderItem = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecEurekaSDConfigOauth2TlsConfig = ScrapeConfigSpecTlsConfig;
export type ScrapeConfigSpecEurekaSDConfigTlsConfigCa = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecEurekaSDConfigTlsConfigCert = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecEurekaSDConfigTlsConfigKeySecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecHetznerSDConfigAuthorizationCredentials = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecHetznerSDConfigBasicAuthPassword = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecHetznerSDConfigBasicAuthUsername = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecHetznerSDConfigOauth2ClientId = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecHetznerSDConfigOauth2ClientSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecHetznerSDConfigOauth2ProxyConnectHeaderItem = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecHetznerSDConfigOauth2TlsConfig = ScrapeConfigSpecTlsConfig;
export type ScrapeConfigSpecHetznerSDConfigTlsConfigCa = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecHetznerSDConfigTlsConfigCert = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecHetznerSDConfigTlsConfigKeySecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecHttpSDConfigAuthorizationCredentials = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecHttpSDConfigBasicAuthPassword = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecHttpSDConfigBasicAuthUsername = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecHttpSDConfigOauth2ClientId = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecHttpSDConfigOauth2ClientSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecHttpSDConfigOauth2ProxyConnectHeaderItem = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecHttpSDConfigOauth2TlsConfig = ScrapeConfigSpecTlsConfig;
export type ScrapeConfigSpecHttpSDConfigTlsConfigCa = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecHttpSDConfigTlsConfigCert = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecHttpSDConfigTlsConfigKeySecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecIonosSDConfigAuthorizationCredentials = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecIonosSDConfigOauth2ClientId = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecIonosSDConfigOauth2ClientSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecIonosSDConfigOauth2ProxyConnectHeaderItem = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecIonosSDConfigOauth2TlsConfig = ScrapeConfigSpecTlsConfig;
export type ScrapeConfigSpecIonosSDConfigTlsConfigCa = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecIonosSDConfigTlsConfigCert = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecIonosSDConfigTlsConfigKeySecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecKubernetesSDConfigAuthorizationCredentials = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecKubernetesSDConfigBasicAuthPassword = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecKubernetesSDConfigBasicAuthUsername = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecKubernetesSDConfigOauth2ClientId = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecKubernetesSDConfigOauth2ClientSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecKubernetesSDConfigOauth2ProxyConnectHeaderItem = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecKubernetesSDConfigOauth2TlsConfig = ScrapeConfigSpecTlsConfig;
export type ScrapeConfigSpecKubernetesSDConfigTlsConfigCa = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecKubernetesSDConfigTlsConfigCert = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecKubernetesSDConfigTlsConfigKeySecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecKumaSDConfigAuthorizationCredentials = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecKumaSDConfigBasicAuthPassword = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecKumaSDConfigBasicAuthUsername = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecKumaSDConfigOauth2ClientId = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecKumaSDConfigOauth2ClientSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecKumaSDConfigOauth2ProxyConnectHeaderItem = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecKumaSDConfigOauth2TlsConfig = ScrapeConfigSpecTlsConfig;
export type ScrapeConfigSpecKumaSDConfigTlsConfigCa = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecKumaSDConfigTlsConfigCert = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecKumaSDConfigTlsConfigKeySecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecLightSailSDConfigAuthorizationCredentials = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecLightSailSDConfigBasicAuthPassword = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecLightSailSDConfigBasicAuthUsername = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecLightSailSDConfigOauth2ClientId = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecLightSailSDConfigOauth2ClientSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecLightSailSDConfigOauth2ProxyConnectHeaderItem = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecLightSailSDConfigOauth2TlsConfig = ScrapeConfigSpecTlsConfig;
export type ScrapeConfigSpecLightSailSDConfigTlsConfigCa = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecLightSailSDConfigTlsConfigCert = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecLightSailSDConfigTlsConfigKeySecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecLinodeSDConfigAuthorizationCredentials = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecLinodeSDConfigOauth2ClientId = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecLinodeSDConfigOauth2ClientSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecLinodeSDConfigOauth2ProxyConnectHeaderItem = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecLinodeSDConfigOauth2TlsConfig = ScrapeConfigSpecTlsConfig;
export type ScrapeConfigSpecLinodeSDConfigTlsConfigCa = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecLinodeSDConfigTlsConfigCert = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecLinodeSDConfigTlsConfigKeySecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecNomadSDConfigAuthorizationCredentials = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecNomadSDConfigBasicAuthPassword = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecNomadSDConfigBasicAuthUsername = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecNomadSDConfigOauth2ClientId = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecNomadSDConfigOauth2ClientSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecNomadSDConfigOauth2ProxyConnectHeaderItem = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecNomadSDConfigOauth2TlsConfig = ScrapeConfigSpecTlsConfig;
export type ScrapeConfigSpecNomadSDConfigTlsConfigCa = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecNomadSDConfigTlsConfigCert = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecNomadSDConfigTlsConfigKeySecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecOauth2ClientIdConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecOauth2ClientIdSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecOauth2TlsConfigCa = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecOauth2TlsConfigCert = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecOauth2TlsConfigKeySecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecOpenstackSDConfigTlsConfigCa = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecOpenstackSDConfigTlsConfigCert = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecOpenstackSDConfigTlsConfigKeySecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecPuppetDBSDConfigAuthorizationCredentials = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecPuppetDBSDConfigBasicAuthPassword = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecPuppetDBSDConfigBasicAuthUsername = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecPuppetDBSDConfigOauth2ClientId = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecPuppetDBSDConfigOauth2ClientSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecPuppetDBSDConfigOauth2ProxyConnectHeaderItem = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecPuppetDBSDConfigOauth2TlsConfig = ScrapeConfigSpecTlsConfig;
export type ScrapeConfigSpecPuppetDBSDConfigTlsConfigCa = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecPuppetDBSDConfigTlsConfigCert = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecPuppetDBSDConfigTlsConfigKeySecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecScalewaySDConfigTlsConfigCa = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecScalewaySDConfigTlsConfigCert = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecScalewaySDConfigTlsConfigKeySecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecTlsConfigCaConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecTlsConfigCaSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecTlsConfigCertConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecTlsConfigCertSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecAzureSDConfigOauth2ClientIdConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecAzureSDConfigOauth2ClientIdSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecAzureSDConfigOauth2TlsConfigCa = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecAzureSDConfigOauth2TlsConfigCert = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecAzureSDConfigOauth2TlsConfigKeySecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecAzureSDConfigTlsConfigCaConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecAzureSDConfigTlsConfigCaSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecAzureSDConfigTlsConfigCertConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecAzureSDConfigTlsConfigCertSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecConsulSDConfigOauth2ClientIdConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecConsulSDConfigOauth2ClientIdSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecConsulSDConfigOauth2TlsConfigCa = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecConsulSDConfigOauth2TlsConfigCert = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecConsulSDConfigOauth2TlsConfigKeySecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecConsulSDConfigTlsConfigCaConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecConsulSDConfigTlsConfigCaSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecConsulSDConfigTlsConfigCertConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecConsulSDConfigTlsConfigCertSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDigitalOceanSDConfigOauth2ClientIdConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDigitalOceanSDConfigOauth2ClientIdSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDigitalOceanSDConfigOauth2TlsConfigCa = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecDigitalOceanSDConfigOauth2TlsConfigCert = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecDigitalOceanSDConfigOauth2TlsConfigKeySecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDigitalOceanSDConfigTlsConfigCaConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDigitalOceanSDConfigTlsConfigCaSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDigitalOceanSDConfigTlsConfigCertConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDigitalOceanSDConfigTlsConfigCertSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDockerSDConfigOauth2ClientIdConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDockerSDConfigOauth2ClientIdSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDockerSDConfigOauth2TlsConfigCa = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecDockerSDConfigOauth2TlsConfigCert = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecDockerSDConfigOauth2TlsConfigKeySecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDockerSDConfigTlsConfigCaConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDockerSDConfigTlsConfigCaSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDockerSDConfigTlsConfigCertConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDockerSDConfigTlsConfigCertSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDockerSwarmSDConfigOauth2ClientIdConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDockerSwarmSDConfigOauth2ClientIdSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDockerSwarmSDConfigOauth2TlsConfigCa = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecDockerSwarmSDConfigOauth2TlsConfigCert = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecDockerSwarmSDConfigOauth2TlsConfigKeySecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDockerSwarmSDConfigTlsConfigCaConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDockerSwarmSDConfigTlsConfigCaSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDockerSwarmSDConfigTlsConfigCertConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDockerSwarmSDConfigTlsConfigCertSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecEc2SDConfigTlsConfigCaConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecEc2SDConfigTlsConfigCaSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecEc2SDConfigTlsConfigCertConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecEc2SDConfigTlsConfigCertSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecEurekaSDConfigOauth2ClientIdConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecEurekaSDConfigOauth2ClientIdSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecEurekaSDConfigOauth2TlsConfigCa = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecEurekaSDConfigOauth2TlsConfigCert = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecEurekaSDConfigOauth2TlsConfigKeySecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecEurekaSDConfigTlsConfigCaConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecEurekaSDConfigTlsConfigCaSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecEurekaSDConfigTlsConfigCertConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecEurekaSDConfigTlsConfigCertSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecHetznerSDConfigOauth2ClientIdConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecHetznerSDConfigOauth2ClientIdSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecHetznerSDConfigOauth2TlsConfigCa = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecHetznerSDConfigOauth2TlsConfigCert = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecHetznerSDConfigOauth2TlsConfigKeySecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecHetznerSDConfigTlsConfigCaConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecHetznerSDConfigTlsConfigCaSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecHetznerSDConfigTlsConfigCertConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecHetznerSDConfigTlsConfigCertSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecHttpSDConfigOauth2ClientIdConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecHttpSDConfigOauth2ClientIdSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecHttpSDConfigOauth2TlsConfigCa = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecHttpSDConfigOauth2TlsConfigCert = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecHttpSDConfigOauth2TlsConfigKeySecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecHttpSDConfigTlsConfigCaConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecHttpSDConfigTlsConfigCaSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecHttpSDConfigTlsConfigCertConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecHttpSDConfigTlsConfigCertSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecIonosSDConfigOauth2ClientIdConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecIonosSDConfigOauth2ClientIdSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecIonosSDConfigOauth2TlsConfigCa = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecIonosSDConfigOauth2TlsConfigCert = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecIonosSDConfigOauth2TlsConfigKeySecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecIonosSDConfigTlsConfigCaConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecIonosSDConfigTlsConfigCaSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecIonosSDConfigTlsConfigCertConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecIonosSDConfigTlsConfigCertSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecKubernetesSDConfigOauth2ClientIdConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecKubernetesSDConfigOauth2ClientIdSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecKubernetesSDConfigOauth2TlsConfigCa = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecKubernetesSDConfigOauth2TlsConfigCert = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecKubernetesSDConfigOauth2TlsConfigKeySecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecKubernetesSDConfigTlsConfigCaConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecKubernetesSDConfigTlsConfigCaSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecKubernetesSDConfigTlsConfigCertConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecKubernetesSDConfigTlsConfigCertSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecKumaSDConfigOauth2ClientIdConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecKumaSDConfigOauth2ClientIdSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecKumaSDConfigOauth2TlsConfigCa = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecKumaSDConfigOauth2TlsConfigCert = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecKumaSDConfigOauth2TlsConfigKeySecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecKumaSDConfigTlsConfigCaConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecKumaSDConfigTlsConfigCaSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecKumaSDConfigTlsConfigCertConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecKumaSDConfigTlsConfigCertSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecLightSailSDConfigOauth2ClientIdConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecLightSailSDConfigOauth2ClientIdSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecLightSailSDConfigOauth2TlsConfigCa = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecLightSailSDConfigOauth2TlsConfigCert = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecLightSailSDConfigOauth2TlsConfigKeySecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecLightSailSDConfigTlsConfigCaConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecLightSailSDConfigTlsConfigCaSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecLightSailSDConfigTlsConfigCertConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecLightSailSDConfigTlsConfigCertSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecLinodeSDConfigOauth2ClientIdConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecLinodeSDConfigOauth2ClientIdSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecLinodeSDConfigOauth2TlsConfigCa = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecLinodeSDConfigOauth2TlsConfigCert = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecLinodeSDConfigOauth2TlsConfigKeySecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecLinodeSDConfigTlsConfigCaConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecLinodeSDConfigTlsConfigCaSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecLinodeSDConfigTlsConfigCertConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecLinodeSDConfigTlsConfigCertSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecNomadSDConfigOauth2ClientIdConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecNomadSDConfigOauth2ClientIdSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecNomadSDConfigOauth2TlsConfigCa = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecNomadSDConfigOauth2TlsConfigCert = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecNomadSDConfigOauth2TlsConfigKeySecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecNomadSDConfigTlsConfigCaConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecNomadSDConfigTlsConfigCaSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecNomadSDConfigTlsConfigCertConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecNomadSDConfigTlsConfigCertSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecOauth2TlsConfigCaConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecOauth2TlsConfigCaSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecOauth2TlsConfigCertConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecOauth2TlsConfigCertSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecOpenstackSDConfigTlsConfigCaConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecOpenstackSDConfigTlsConfigCaSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecOpenstackSDConfigTlsConfigCertConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecOpenstackSDConfigTlsConfigCertSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecPuppetDBSDConfigOauth2ClientIdConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecPuppetDBSDConfigOauth2ClientIdSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecPuppetDBSDConfigOauth2TlsConfigCa = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecPuppetDBSDConfigOauth2TlsConfigCert = ScrapeConfigSpecOauth2ClientId;
export type ScrapeConfigSpecPuppetDBSDConfigOauth2TlsConfigKeySecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecPuppetDBSDConfigTlsConfigCaConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecPuppetDBSDConfigTlsConfigCaSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecPuppetDBSDConfigTlsConfigCertConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecPuppetDBSDConfigTlsConfigCertSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecScalewaySDConfigTlsConfigCaConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecScalewaySDConfigTlsConfigCaSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecScalewaySDConfigTlsConfigCertConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecScalewaySDConfigTlsConfigCertSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecAzureSDConfigOauth2TlsConfigCaConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecAzureSDConfigOauth2TlsConfigCaSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecAzureSDConfigOauth2TlsConfigCertConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecAzureSDConfigOauth2TlsConfigCertSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecConsulSDConfigOauth2TlsConfigCaConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecConsulSDConfigOauth2TlsConfigCaSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecConsulSDConfigOauth2TlsConfigCertConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecConsulSDConfigOauth2TlsConfigCertSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDigitalOceanSDConfigOauth2TlsConfigCaConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDigitalOceanSDConfigOauth2TlsConfigCaSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDigitalOceanSDConfigOauth2TlsConfigCertConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDigitalOceanSDConfigOauth2TlsConfigCertSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDockerSDConfigOauth2TlsConfigCaConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDockerSDConfigOauth2TlsConfigCaSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDockerSDConfigOauth2TlsConfigCertConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDockerSDConfigOauth2TlsConfigCertSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDockerSwarmSDConfigOauth2TlsConfigCaConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDockerSwarmSDConfigOauth2TlsConfigCaSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDockerSwarmSDConfigOauth2TlsConfigCertConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecDockerSwarmSDConfigOauth2TlsConfigCertSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecEurekaSDConfigOauth2TlsConfigCaConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecEurekaSDConfigOauth2TlsConfigCaSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecEurekaSDConfigOauth2TlsConfigCertConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecEurekaSDConfigOauth2TlsConfigCertSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecHetznerSDConfigOauth2TlsConfigCaConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecHetznerSDConfigOauth2TlsConfigCaSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecHetznerSDConfigOauth2TlsConfigCertConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecHetznerSDConfigOauth2TlsConfigCertSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecHttpSDConfigOauth2TlsConfigCaConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecHttpSDConfigOauth2TlsConfigCaSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecHttpSDConfigOauth2TlsConfigCertConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecHttpSDConfigOauth2TlsConfigCertSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecIonosSDConfigOauth2TlsConfigCaConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecIonosSDConfigOauth2TlsConfigCaSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecIonosSDConfigOauth2TlsConfigCertConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecIonosSDConfigOauth2TlsConfigCertSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecKubernetesSDConfigOauth2TlsConfigCaConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecKubernetesSDConfigOauth2TlsConfigCaSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecKubernetesSDConfigOauth2TlsConfigCertConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecKubernetesSDConfigOauth2TlsConfigCertSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecKumaSDConfigOauth2TlsConfigCaConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecKumaSDConfigOauth2TlsConfigCaSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecKumaSDConfigOauth2TlsConfigCertConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecKumaSDConfigOauth2TlsConfigCertSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecLightSailSDConfigOauth2TlsConfigCaConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecLightSailSDConfigOauth2TlsConfigCaSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecLightSailSDConfigOauth2TlsConfigCertConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecLightSailSDConfigOauth2TlsConfigCertSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecLinodeSDConfigOauth2TlsConfigCaConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecLinodeSDConfigOauth2TlsConfigCaSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecLinodeSDConfigOauth2TlsConfigCertConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecLinodeSDConfigOauth2TlsConfigCertSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecNomadSDConfigOauth2TlsConfigCaConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecNomadSDConfigOauth2TlsConfigCaSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecNomadSDConfigOauth2TlsConfigCertConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecNomadSDConfigOauth2TlsConfigCertSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecPuppetDBSDConfigOauth2TlsConfigCaConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecPuppetDBSDConfigOauth2TlsConfigCaSecret = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecPuppetDBSDConfigOauth2TlsConfigCertConfigMap = ScrapeConfigSpecProxyConnectHeaderItem;
export type ScrapeConfigSpecPuppetDBSDConfigOauth2TlsConfigCertSecret = ScrapeConfigSpecProxyConnectHeaderItem;
