// Written by `operand import --omit-descriptions` from alertmanagers.monitoring.coreos.com, sha256:16f3b8984a41acb9. Don't edit it: import it again.

import { ImportedResource, type ImportedResourceProps } from 'operand';
import { schema } from './alertmanager.schema.ts';

/** The fields of an Alertmanager. */
export interface AlertmanagerProps extends ImportedResourceProps {
  readonly spec: AlertmanagerSpec;
}

/** Alertmanager of monitoring.coreos.com/v1. */
export class Alertmanager extends /* @__PURE__ */ ImportedResource<AlertmanagerProps, AlertmanagerStatus>({
  group: 'monitoring.coreos.com',
  version: 'v1',
  kind: 'Alertmanager',
  plural: 'alertmanagers',
  scope: 'Namespaced',
  schema,
}) {}

/** `spec` of an Alertmanager. */
export interface AlertmanagerSpec {
  readonly additionalArgs?: readonly AlertmanagerSpecAdditionalArg[];
  readonly additionalPeers?: readonly string[];
  readonly affinity?: AlertmanagerSpecAffinity;
  readonly alertmanagerConfigMatcherStrategy?: AlertmanagerSpecAlertmanagerConfigMatcherStrategy;
  readonly alertmanagerConfigNamespaceSelector?: AlertmanagerSpecAlertmanagerConfigNamespaceSelector;
  readonly alertmanagerConfigSelector?: AlertmanagerSpecAlertmanagerConfigSelector;
  readonly alertmanagerConfiguration?: AlertmanagerSpecAlertmanagerConfiguration;
  readonly automountServiceAccountToken?: boolean;
  readonly baseImage?: string;
  readonly clusterAdvertiseAddress?: string;
  /** Pattern: `^(0|(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`. */
  readonly clusterGossipInterval?: string;
  readonly clusterLabel?: string;
  /** Pattern: `^(0|(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`. */
  readonly clusterPeerTimeout?: string;
  /** Pattern: `^(0|(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`. */
  readonly clusterPushpullInterval?: string;
  readonly clusterTLS?: AlertmanagerSpecClusterTLS;
  readonly configMaps?: readonly string[];
  readonly configSecret?: string;
  readonly containers?: readonly AlertmanagerSpecContainer[];
  readonly dnsConfig?: AlertmanagerSpecDnsConfig;
  readonly dnsPolicy?: 'ClusterFirstWithHostNet' | 'ClusterFirst' | 'Default' | 'None';
  readonly enableFeatures?: readonly string[];
  readonly enableServiceLinks?: boolean;
  readonly externalUrl?: string;
  readonly forceEnableClusterMode?: boolean;
  /** One item for each ip. */
  readonly hostAliases?: readonly AlertmanagerSpecHostAliase[];
  readonly hostUsers?: boolean;
  readonly image?: string;
  readonly imagePullPolicy?: '' | 'Always' | 'Never' | 'IfNotPresent';
  readonly imagePullSecrets?: readonly AlertmanagerSpecImagePullSecret[];
  readonly initContainers?: readonly AlertmanagerSpecInitContainer[];
  readonly limits?: AlertmanagerSpecLimits;
  readonly listenLocal?: boolean;
  readonly logFormat?: '' | 'logfmt' | 'json';
  readonly logLevel?: '' | 'debug' | 'info' | 'warn' | 'error';
  /**
   * At least 0.
   * Format: int32.
   */
  readonly minReadySeconds?: number;
  readonly nodeSelector?: { readonly [key: string]: string };
  readonly paused?: boolean;
  readonly persistentVolumeClaimRetentionPolicy?: AlertmanagerSpecPersistentVolumeClaimRetentionPolicy;
  readonly podMetadata?: AlertmanagerSpecPodMetadata;
  /** @default "web" */
  readonly portName?: string;
  readonly priorityClassName?: string;
  /** Format: int32. */
  readonly replicas?: number;
  readonly resources?: AlertmanagerSpecResources;
  /**
   * Pattern: `^(0|(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   *
   * @default "120h"
   */
  readonly retention?: string;
  readonly routePrefix?: string;
  readonly secrets?: readonly string[];
  readonly securityContext?: AlertmanagerSpecSecurityContext;
  readonly serviceAccountName?: string;
  /** At least 1 character. */
  readonly serviceName?: string;
  readonly sha?: string;
  readonly storage?: AlertmanagerSpecStorage;
  readonly tag?: string;
  /**
   * At least 0.
   * Format: int64.
   */
  readonly terminationGracePeriodSeconds?: number;
  readonly tolerations?: readonly AlertmanagerSpecToleration[];
  readonly topologySpreadConstraints?: readonly AlertmanagerSpecTopologySpreadConstraint[];
  readonly version?: string;
  readonly volumeMounts?: readonly AlertmanagerSpecVolumeMount[];
  readonly volumes?: readonly AlertmanagerSpecVolume[];
  readonly web?: AlertmanagerSpecWeb;
}

/** `spec.additionalArgs[]` of an Alertmanager. */
export interface AlertmanagerSpecAdditionalArg {
  /** At least 1 character. */
  readonly name: string;
  readonly value?: string;
}

/** `spec.affinity` of an Alertmanager. */
export interface AlertmanagerSpecAffinity {
  readonly nodeAffinity?: AlertmanagerSpecAffinityNodeAffinity;
  readonly podAffinity?: AlertmanagerSpecAffinityPodAffinity;
  readonly podAntiAffinity?: AlertmanagerSpecAffinityPodAntiAffinity;
}

/** `spec.affinity.nodeAffinity` of an Alertmanager. */
export interface AlertmanagerSpecAffinityNodeAffinity {
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly AlertmanagerSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItem[];
  readonly requiredDuringSchedulingIgnoredDuringExecution?: AlertmanagerSpecAffinityNodeAffinityRequiredDuringSchedulingIgnoredDuringExecution;
}

/** `spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[]` of an Alertmanager. */
export interface AlertmanagerSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItem {
  readonly preference: AlertmanagerSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreference;
  /** Format: int32. */
  readonly weight: number;
}

/** `spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[].preference` of an Alertmanager. */
export interface AlertmanagerSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreference {
  readonly matchExpressions?: readonly AlertmanagerSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreferenceMatchExpression[];
  readonly matchFields?: readonly AlertmanagerSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreferenceMatchField[];
}

/** `spec.alertmanagerConfigNamespaceSelector.matchExpressions[]` of an Alertmanager. */
export interface AlertmanagerSpecAlertmanagerConfigNamespaceSelectorMatchExpression {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

/** `spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution` of an Alertmanager. */
export interface AlertmanagerSpecAffinityNodeAffinityRequiredDuringSchedulingIgnoredDuringExecution {
  readonly nodeSelectorTerms: readonly AlertmanagerSpecAffinityNodeAffinityRequiredDuringSchedulingIgnoredDuringExecutionNodeSelectorTerm[];
}

/** `spec.affinity.podAffinity` of an Alertmanager. */
export interface AlertmanagerSpecAffinityPodAffinity {
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly AlertmanagerSpecAffinityPodAffinityPreferredDuringSchedulingIgnoredDuringExecutionItem[];
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly AlertmanagerSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItem[];
}

/** `spec.affinity.podAffinity.preferredDuringSchedulingIgnoredDuringExecution[]` of an Alertmanager. */
export interface AlertmanagerSpecAffinityPodAffinityPreferredDuringSchedulingIgnoredDuringExecutionItem {
  readonly podAffinityTerm: AlertmanagerSpecAffinityPodAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTerm;
  /** Format: int32. */
  readonly weight: number;
}

/** `spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[]` of an Alertmanager. */
export interface AlertmanagerSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItem {
  readonly labelSelector?: AlertmanagerSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemLabelSelector;
  readonly matchLabelKeys?: readonly string[];
  readonly mismatchLabelKeys?: readonly string[];
  readonly namespaceSelector?: AlertmanagerSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemNamespaceSelector;
  readonly namespaces?: readonly string[];
  readonly topologyKey: string;
}

/** `spec.alertmanagerConfigNamespaceSelector` of an Alertmanager. */
export interface AlertmanagerSpecAlertmanagerConfigNamespaceSelector {
  readonly matchExpressions?: readonly AlertmanagerSpecAlertmanagerConfigNamespaceSelectorMatchExpression[];
  readonly matchLabels?: { readonly [key: string]: string };
}

/** `spec.alertmanagerConfigMatcherStrategy` of an Alertmanager. */
export interface AlertmanagerSpecAlertmanagerConfigMatcherStrategy {
  /** @default "OnNamespace" */
  readonly type?: 'OnNamespace' | 'OnNamespaceExceptForAlertmanagerNamespace' | 'None';
}

/** `spec.alertmanagerConfiguration` of an Alertmanager. */
export interface AlertmanagerSpecAlertmanagerConfiguration {
  readonly global?: AlertmanagerSpecAlertmanagerConfigurationGlobal;
  /** At least 1 character. */
  readonly name?: string;
  readonly templates?: readonly AlertmanagerSpecAlertmanagerConfigurationTemplate[];
}

/** `spec.alertmanagerConfiguration.global` of an Alertmanager. */
export interface AlertmanagerSpecAlertmanagerConfigurationGlobal {
  readonly httpConfig?: AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfig;
  readonly jira?: AlertmanagerSpecAlertmanagerConfigurationGlobalJira;
  readonly opsGenieApiKey?: AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
  readonly opsGenieApiUrl?: AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiUrl;
  readonly pagerdutyUrl?: string;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly resolveTimeout?: string;
  readonly rocketChat?: AlertmanagerSpecAlertmanagerConfigurationGlobalRocketChat;
  readonly slackApiUrl?: AlertmanagerSpecAlertmanagerConfigurationGlobalSlackApiUrl;
  readonly smtp?: AlertmanagerSpecAlertmanagerConfigurationGlobalSmtp;
  readonly telegram?: AlertmanagerSpecAlertmanagerConfigurationGlobalTelegram;
  readonly victorops?: AlertmanagerSpecAlertmanagerConfigurationGlobalVictorops;
  readonly webex?: AlertmanagerSpecAlertmanagerConfigurationGlobalWebex;
  readonly wechat?: AlertmanagerSpecAlertmanagerConfigurationGlobalWechat;
}

/** `spec.alertmanagerConfiguration.global.httpConfig` of an Alertmanager. */
export interface AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfig {
  readonly authorization?: AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigAuthorization;
  readonly basicAuth?: AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigBasicAuth;
  readonly bearerTokenSecret?: AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigBearerTokenSecret;
  readonly followRedirects?: boolean;
  readonly noProxy?: string;
  readonly oauth2?: AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigOauth2;
  readonly proxyConnectHeader?: { readonly [key: string]: readonly AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigProxyConnectHeaderItem[] };
  readonly proxyFromEnvironment?: boolean;
  /** Pattern: `^(http|https|socks5)://.+$`. */
  readonly proxyUrl?: string;
  readonly tlsConfig?: AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigTlsConfig;
}

/** `spec.alertmanagerConfiguration.global.httpConfig.authorization` of an Alertmanager. */
export interface AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigAuthorization {
  readonly credentials?: AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigAuthorizationCredentials;
  readonly type?: string;
}

/** `spec.alertmanagerConfiguration.global.opsGenieApiKey` of an Alertmanager. */
export interface AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey {
  readonly key: string;
  /** @default "" */
  readonly name?: string;
  readonly optional?: boolean;
}

/** `spec.alertmanagerConfiguration.global.httpConfig.basicAuth` of an Alertmanager. */
export interface AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigBasicAuth {
  readonly password?: AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigBasicAuthPassword;
  readonly username?: AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigBasicAuthUsername;
}

/** `spec.alertmanagerConfiguration.global.httpConfig.oauth2` of an Alertmanager. */
export interface AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigOauth2 {
  readonly clientId: AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigOauth2ClientId;
  readonly clientSecret: AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigOauth2ClientSecret;
  readonly endpointParams?: { readonly [key: string]: string };
  readonly noProxy?: string;
  readonly proxyConnectHeader?: { readonly [key: string]: readonly AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigOauth2ProxyConnectHeaderItem[] };
  readonly proxyFromEnvironment?: boolean;
  /** Pattern: `^(http|https|socks5)://.+$`. */
  readonly proxyUrl?: string;
  readonly scopes?: readonly string[];
  readonly tlsConfig?: AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigOauth2TlsConfig;
  /** At least 1 character. */
  readonly tokenUrl: string;
}

/** `spec.alertmanagerConfiguration.templates[]` of an Alertmanager. */
export interface AlertmanagerSpecAlertmanagerConfigurationTemplate {
  readonly configMap?: AlertmanagerSpecAlertmanagerConfigurationTemplateConfigMap;
  readonly secret?: AlertmanagerSpecAlertmanagerConfigurationTemplateSecret;
}

/** `spec.clusterTLS.client` of an Alertmanager. */
export interface AlertmanagerSpecClusterTLSClient {
  readonly ca?: AlertmanagerSpecClusterTLSClientCa;
  readonly cert?: AlertmanagerSpecClusterTLSClientCert;
  readonly insecureSkipVerify?: boolean;
  readonly keySecret?: AlertmanagerSpecClusterTLSClientKeySecret;
  readonly maxVersion?: 'TLS10' | 'TLS11' | 'TLS12' | 'TLS13';
  readonly minVersion?: 'TLS10' | 'TLS11' | 'TLS12' | 'TLS13';
  readonly serverName?: string;
}

/** `spec.alertmanagerConfiguration.global.jira` of an Alertmanager. */
export interface AlertmanagerSpecAlertmanagerConfigurationGlobalJira {
  /** Pattern: `^(http|https)://.+$`. */
  readonly apiURL?: string;
}

/** `spec.alertmanagerConfiguration.global.rocketChat` of an Alertmanager. */
export interface AlertmanagerSpecAlertmanagerConfigurationGlobalRocketChat {
  /** Pattern: `^(http|https)://.+$`. */
  readonly apiURL?: string;
  readonly token?: AlertmanagerSpecAlertmanagerConfigurationGlobalRocketChatToken;
  readonly tokenID?: AlertmanagerSpecAlertmanagerConfigurationGlobalRocketChatTokenID;
}

/** `spec.alertmanagerConfiguration.global.smtp` of an Alertmanager. */
export interface AlertmanagerSpecAlertmanagerConfigurationGlobalSmtp {
  readonly authIdentity?: string;
  readonly authPassword?: AlertmanagerSpecAlertmanagerConfigurationGlobalSmtpAuthPassword;
  readonly authSecret?: AlertmanagerSpecAlertmanagerConfigurationGlobalSmtpAuthSecret;
  readonly authUsername?: string;
  readonly from?: string;
  readonly hello?: string;
  readonly requireTLS?: boolean;
  readonly smartHost?: AlertmanagerSpecAlertmanagerConfigurationGlobalSmtpSmartHost;
  readonly tlsConfig?: AlertmanagerSpecAlertmanagerConfigurationGlobalSmtpTlsConfig;
}

/** `spec.alertmanagerConfiguration.global.smtp.smartHost` of an Alertmanager. */
export interface AlertmanagerSpecAlertmanagerConfigurationGlobalSmtpSmartHost {
  /** At least 1 character. */
  readonly host: string;
  /** At least 1 character. */
  readonly port: string;
}

/** `spec.alertmanagerConfiguration.global.victorops` of an Alertmanager. */
export interface AlertmanagerSpecAlertmanagerConfigurationGlobalVictorops {
  readonly apiKey?: AlertmanagerSpecAlertmanagerConfigurationGlobalVictoropsApiKey;
  /** Pattern: `^(http|https)://.+$`. */
  readonly apiURL?: string;
}

/** `spec.alertmanagerConfiguration.global.wechat` of an Alertmanager. */
export interface AlertmanagerSpecAlertmanagerConfigurationGlobalWechat {
  /** At least 1 character. */
  readonly apiCorpID?: string;
  readonly apiSecret?: AlertmanagerSpecAlertmanagerConfigurationGlobalWechatApiSecret;
  /** Pattern: `^(http|https)://.+$`. */
  readonly apiURL?: string;
}

/** `spec.clusterTLS` of an Alertmanager. */
export interface AlertmanagerSpecClusterTLS {
  readonly client: AlertmanagerSpecClusterTLSClient;
  readonly server: AlertmanagerSpecClusterTLSServer;
}

/** `spec.clusterTLS.server` of an Alertmanager. */
export interface AlertmanagerSpecClusterTLSServer {
  readonly cert?: AlertmanagerSpecClusterTLSServerCert;
  readonly certFile?: string;
  readonly cipherSuites?: readonly string[];
  readonly clientAuthType?: string;
  readonly clientCAFile?: string;
  readonly client_ca?: AlertmanagerSpecClusterTLSServerClientCa;
  readonly curvePreferences?: readonly string[];
  readonly keyFile?: string;
  readonly keySecret?: AlertmanagerSpecClusterTLSServerKeySecret;
  readonly maxVersion?: string;
  readonly minVersion?: string;
  readonly preferServerCipherSuites?: boolean;
}

/** `spec.containers[]` of an Alertmanager. */
export interface AlertmanagerSpecContainer {
  readonly args?: readonly string[];
  readonly command?: readonly string[];
  /** One item for each name. */
  readonly env?: readonly AlertmanagerSpecContainerEnvItem[];
  readonly envFrom?: readonly AlertmanagerSpecContainerEnvFromItem[];
  readonly image?: string;
  readonly imagePullPolicy?: string;
  readonly lifecycle?: AlertmanagerSpecContainerLifecycle;
  readonly livenessProbe?: AlertmanagerSpecContainerLivenessProbe;
  readonly name: string;
  /** One item for each containerPort, protocol. */
  readonly ports?: readonly AlertmanagerSpecContainerPort[];
  readonly readinessProbe?: AlertmanagerSpecContainerReadinessProbe;
  readonly resizePolicy?: readonly AlertmanagerSpecContainerResizePolicyItem[];
  readonly resources?: AlertmanagerSpecContainerResources;
  readonly restartPolicy?: string;
  readonly securityContext?: AlertmanagerSpecContainerSecurityContext;
  readonly startupProbe?: AlertmanagerSpecContainerStartupProbe;
  readonly stdin?: boolean;
  readonly stdinOnce?: boolean;
  readonly terminationMessagePath?: string;
  readonly terminationMessagePolicy?: string;
  readonly tty?: boolean;
  /** One item for each devicePath. */
  readonly volumeDevices?: readonly AlertmanagerSpecContainerVolumeDevice[];
  /** One item for each mountPath. */
  readonly volumeMounts?: readonly AlertmanagerSpecContainerVolumeMount[];
  readonly workingDir?: string;
}

/** `spec.containers[].env[]` of an Alertmanager. */
export interface AlertmanagerSpecContainerEnvItem {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: AlertmanagerSpecContainerEnvItemValueFrom;
}

/** `spec.containers[].env[].valueFrom` of an Alertmanager. */
export interface AlertmanagerSpecContainerEnvItemValueFrom {
  readonly configMapKeyRef?: AlertmanagerSpecContainerEnvItemValueFromConfigMapKeyRef;
  readonly fieldRef?: AlertmanagerSpecContainerEnvItemValueFromFieldRef;
  readonly resourceFieldRef?: AlertmanagerSpecContainerEnvItemValueFromResourceFieldRef;
  readonly secretKeyRef?: AlertmanagerSpecContainerEnvItemValueFromSecretKeyRef;
}

/** `spec.containers[].env[].valueFrom.fieldRef` of an Alertmanager. */
export interface AlertmanagerSpecContainerEnvItemValueFromFieldRef {
  readonly apiVersion?: string;
  readonly fieldPath: string;
}

/** `spec.containers[].env[].valueFrom.resourceFieldRef` of an Alertmanager. */
export interface AlertmanagerSpecContainerEnvItemValueFromResourceFieldRef {
  readonly containerName?: string;
  /**
   * Pattern: `^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$`.
   */
  readonly divisor?: number | string;
  readonly resource: string;
}

/** `spec.containers[].envFrom[]` of an Alertmanager. */
export interface AlertmanagerSpecContainerEnvFromItem {
  readonly configMapRef?: AlertmanagerSpecContainerEnvFromItemConfigMapRef;
  readonly prefix?: string;
  readonly secretRef?: AlertmanagerSpecContainerEnvFromItemSecretRef;
}

/** `spec.containers[].envFrom[].configMapRef` of an Alertmanager. */
export interface AlertmanagerSpecContainerEnvFromItemConfigMapRef {
  /** @default "" */
  readonly name?: string;
  readonly optional?: boolean;
}

/** `spec.containers[].lifecycle` of an Alertmanager. */
export interface AlertmanagerSpecContainerLifecycle {
  readonly postStart?: AlertmanagerSpecContainerLifecyclePostStart;
  readonly preStop?: AlertmanagerSpecContainerLifecyclePreStop;
  readonly stopSignal?: string;
}

/** `spec.containers[].lifecycle.postStart` of an Alertmanager. */
export interface AlertmanagerSpecContainerLifecyclePostStart {
  readonly exec?: AlertmanagerSpecContainerLifecyclePostStartExec;
  readonly httpGet?: AlertmanagerSpecContainerLifecyclePostStartHttpGet;
  readonly sleep?: AlertmanagerSpecContainerLifecyclePostStartSleep;
  /** @deprecated */
  readonly tcpSocket?: AlertmanagerSpecContainerLifecyclePostStartTcpSocket;
}

/** `spec.containers[].livenessProbe.exec` of an Alertmanager. */
export interface AlertmanagerSpecContainerLivenessProbeExec {
  readonly command?: readonly string[];
}

/** `spec.containers[].livenessProbe.httpGet` of an Alertmanager. */
export interface AlertmanagerSpecContainerLivenessProbeHttpGet {
  readonly host?: string;
  readonly httpHeaders?: readonly AlertmanagerSpecContainerLivenessProbeHttpGetHttpHeader[];
  readonly path?: string;
  readonly port: number | string;
  readonly scheme?: string;
}

/** `spec.securityContext.sysctls[]` of an Alertmanager. */
export interface AlertmanagerSpecSecurityContextSysctl {
  readonly name: string;
  readonly value: string;
}

/** `spec.containers[].lifecycle.postStart.sleep` of an Alertmanager. */
export interface AlertmanagerSpecContainerLifecyclePostStartSleep {
  /** Format: int64. */
  readonly seconds: number;
}

/** `spec.containers[].livenessProbe.tcpSocket` of an Alertmanager. */
export interface AlertmanagerSpecContainerLivenessProbeTcpSocket {
  readonly host?: string;
  readonly port: number | string;
}

/** `spec.containers[].livenessProbe` of an Alertmanager. */
export interface AlertmanagerSpecContainerLivenessProbe {
  readonly exec?: AlertmanagerSpecContainerLivenessProbeExec;
  /** Format: int32. */
  readonly failureThreshold?: number;
  readonly grpc?: AlertmanagerSpecContainerLivenessProbeGrpc;
  readonly httpGet?: AlertmanagerSpecContainerLivenessProbeHttpGet;
  /** Format: int32. */
  readonly initialDelaySeconds?: number;
  /** Format: int32. */
  readonly periodSeconds?: number;
  /** Format: int32. */
  readonly successThreshold?: number;
  readonly tcpSocket?: AlertmanagerSpecContainerLivenessProbeTcpSocket;
  /** Format: int64. */
  readonly terminationGracePeriodSeconds?: number;
  /** Format: int32. */
  readonly timeoutSeconds?: number;
}

/** `spec.containers[].livenessProbe.grpc` of an Alertmanager. */
export interface AlertmanagerSpecContainerLivenessProbeGrpc {
  /** Format: int32. */
  readonly port: number;
  /** @default "" */
  readonly service?: string;
}

/** `spec.containers[].ports[]` of an Alertmanager. */
export interface AlertmanagerSpecContainerPort {
  /** Format: int32. */
  readonly containerPort: number;
  readonly hostIP?: string;
  /** Format: int32. */
  readonly hostPort?: number;
  readonly name?: string;
  /** @default "TCP" */
  readonly protocol?: string;
}

/** `spec.containers[].resizePolicy[]` of an Alertmanager. */
export interface AlertmanagerSpecContainerResizePolicyItem {
  readonly resourceName: string;
  readonly restartPolicy: string;
}

/** `spec.resources` of an Alertmanager. */
export interface AlertmanagerSpecResources {
  /** One item for each name. */
  readonly claims?: readonly AlertmanagerSpecResourcesClaim[];
  /**
   * Each value: Pattern: `^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$`.
   */
  readonly limits?: { readonly [key: string]: number | string };
  /**
   * Each value: Pattern: `^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$`.
   */
  readonly requests?: { readonly [key: string]: number | string };
}

/** `spec.resources.claims[]` of an Alertmanager. */
export interface AlertmanagerSpecResourcesClaim {
  readonly name: string;
  readonly request?: string;
}

/** `spec.containers[].securityContext` of an Alertmanager. */
export interface AlertmanagerSpecContainerSecurityContext {
  readonly allowPrivilegeEscalation?: boolean;
  readonly appArmorProfile?: AlertmanagerSpecContainerSecurityContextAppArmorProfile;
  readonly capabilities?: AlertmanagerSpecContainerSecurityContextCapabilities;
  readonly privileged?: boolean;
  readonly procMount?: string;
  readonly readOnlyRootFilesystem?: boolean;
  /** Format: int64. */
  readonly runAsGroup?: number;
  readonly runAsNonRoot?: boolean;
  /** Format: int64. */
  readonly runAsUser?: number;
  readonly seLinuxOptions?: AlertmanagerSpecContainerSecurityContextSeLinuxOptions;
  readonly seccompProfile?: AlertmanagerSpecContainerSecurityContextSeccompProfile;
  readonly windowsOptions?: AlertmanagerSpecContainerSecurityContextWindowsOptions;
}

/** `spec.securityContext.appArmorProfile` of an Alertmanager. */
export interface AlertmanagerSpecSecurityContextAppArmorProfile {
  readonly localhostProfile?: string;
  readonly type: string;
}

/** `spec.containers[].securityContext.capabilities` of an Alertmanager. */
export interface AlertmanagerSpecContainerSecurityContextCapabilities {
  readonly add?: readonly string[];
  readonly drop?: readonly string[];
}

/** `spec.securityContext.seLinuxOptions` of an Alertmanager. */
export interface AlertmanagerSpecSecurityContextSeLinuxOptions {
  readonly level?: string;
  readonly role?: string;
  readonly type?: string;
  readonly user?: string;
}

/** `spec.securityContext.windowsOptions` of an Alertmanager. */
export interface AlertmanagerSpecSecurityContextWindowsOptions {
  readonly gmsaCredentialSpec?: string;
  readonly gmsaCredentialSpecName?: string;
  readonly hostProcess?: boolean;
  readonly runAsUserName?: string;
}

/** `spec.containers[].volumeDevices[]` of an Alertmanager. */
export interface AlertmanagerSpecContainerVolumeDevice {
  readonly devicePath: string;
  readonly name: string;
}

/** `spec.volumeMounts[]` of an Alertmanager. */
export interface AlertmanagerSpecVolumeMount {
  readonly mountPath: string;
  readonly mountPropagation?: string;
  readonly name: string;
  readonly readOnly?: boolean;
  readonly recursiveReadOnly?: string;
  readonly subPath?: string;
  readonly subPathExpr?: string;
}

/** `spec.dnsConfig` of an Alertmanager. */
export interface AlertmanagerSpecDnsConfig {
  /** Each item: At least 1 character. */
  readonly nameservers?: readonly string[];
  /** One item for each name. */
  readonly options?: readonly AlertmanagerSpecDnsConfigOption[];
  /** Each item: At least 1 character. */
  readonly searches?: readonly string[];
}

/** `spec.hostAliases[]` of an Alertmanager. */
export interface AlertmanagerSpecHostAliase {
  readonly hostnames: readonly string[];
  readonly ip: string;
}

/** `spec.imagePullSecrets[]` of an Alertmanager. */
export interface AlertmanagerSpecImagePullSecret {
  /** @default "" */
  readonly name?: string;
}

/** `spec.limits` of an Alertmanager. */
export interface AlertmanagerSpecLimits {
  /** Pattern: `(^0|([0-9]*[.])?[0-9]+((K|M|G|T|E|P)i?)?B)$`. */
  readonly maxPerSilenceBytes?: string;
  /**
   * At least 0.
   * Format: int32.
   */
  readonly maxSilences?: number;
}

/** `spec.persistentVolumeClaimRetentionPolicy` of an Alertmanager. */
export interface AlertmanagerSpecPersistentVolumeClaimRetentionPolicy {
  readonly whenDeleted?: string;
  readonly whenScaled?: string;
}

/** `spec.podMetadata` of an Alertmanager. */
export interface AlertmanagerSpecPodMetadata {
  readonly annotations?: { readonly [key: string]: string };
  readonly labels?: { readonly [key: string]: string };
  readonly name?: string;
}

/** `spec.securityContext` of an Alertmanager. */
export interface AlertmanagerSpecSecurityContext {
  readonly appArmorProfile?: AlertmanagerSpecSecurityContextAppArmorProfile;
  /** Format: int64. */
  readonly fsGroup?: number;
  readonly fsGroupChangePolicy?: string;
  /** Format: int64. */
  readonly runAsGroup?: number;
  readonly runAsNonRoot?: boolean;
  /** Format: int64. */
  readonly runAsUser?: number;
  readonly seLinuxChangePolicy?: string;
  readonly seLinuxOptions?: AlertmanagerSpecSecurityContextSeLinuxOptions;
  readonly seccompProfile?: AlertmanagerSpecSecurityContextSeccompProfile;
  /** Each item: Format: int64. */
  readonly supplementalGroups?: readonly number[];
  readonly supplementalGroupsPolicy?: string;
  readonly sysctls?: readonly AlertmanagerSpecSecurityContextSysctl[];
  readonly windowsOptions?: AlertmanagerSpecSecurityContextWindowsOptions;
}

/** `spec.storage` of an Alertmanager. */
export interface AlertmanagerSpecStorage {
  /** @deprecated */
  readonly disableMountSubPath?: boolean;
  readonly emptyDir?: AlertmanagerSpecStorageEmptyDir;
  readonly ephemeral?: AlertmanagerSpecStorageEphemeral;
  readonly volumeClaimTemplate?: AlertmanagerSpecStorageVolumeClaimTemplate;
}

/** `spec.storage.emptyDir` of an Alertmanager. */
export interface AlertmanagerSpecStorageEmptyDir {
  readonly medium?: string;
  /**
   * Pattern: `^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$`.
   */
  readonly sizeLimit?: number | string;
}

/** `spec.storage.ephemeral` of an Alertmanager. */
export interface AlertmanagerSpecStorageEphemeral {
  readonly volumeClaimTemplate?: AlertmanagerSpecStorageEphemeralVolumeClaimTemplate;
}

/** `spec.storage.ephemeral.volumeClaimTemplate` of an Alertmanager. */
export interface AlertmanagerSpecStorageEphemeralVolumeClaimTemplate {
  readonly metadata?: { readonly [key: string]: never };
  readonly spec: AlertmanagerSpecStorageEphemeralVolumeClaimTemplateSpec;
}

/** `spec.storage.volumeClaimTemplate.spec` of an Alertmanager. */
export interface AlertmanagerSpecStorageVolumeClaimTemplateSpec {
  readonly accessModes?: readonly string[];
  readonly dataSource?: AlertmanagerSpecStorageVolumeClaimTemplateSpecDataSource;
  readonly dataSourceRef?: AlertmanagerSpecStorageVolumeClaimTemplateSpecDataSourceRef;
  readonly resources?: AlertmanagerSpecStorageVolumeClaimTemplateSpecResources;
  readonly selector?: AlertmanagerSpecStorageVolumeClaimTemplateSpecSelector;
  readonly storageClassName?: string;
  readonly volumeAttributesClassName?: string;
  readonly volumeMode?: string;
  readonly volumeName?: string;
}

/** `spec.storage.volumeClaimTemplate.spec.dataSource` of an Alertmanager. */
export interface AlertmanagerSpecStorageVolumeClaimTemplateSpecDataSource {
  readonly apiGroup?: string;
  readonly kind: string;
  readonly name: string;
}

/** `spec.storage.volumeClaimTemplate.spec.dataSourceRef` of an Alertmanager. */
export interface AlertmanagerSpecStorageVolumeClaimTemplateSpecDataSourceRef {
  readonly apiGroup?: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

/** `spec.storage.volumeClaimTemplate.spec.resources` of an Alertmanager. */
export interface AlertmanagerSpecStorageVolumeClaimTemplateSpecResources {
  /**
   * Each value: Pattern: `^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$`.
   */
  readonly limits?: { readonly [key: string]: number | string };
  /**
   * Each value: Pattern: `^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$`.
   */
  readonly requests?: { readonly [key: string]: number | string };
}

/** `spec.storage.volumeClaimTemplate` of an Alertmanager. */
export interface AlertmanagerSpecStorageVolumeClaimTemplate {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: AlertmanagerSpecStorageVolumeClaimTemplateMetadata;
  readonly spec?: AlertmanagerSpecStorageVolumeClaimTemplateSpec;
  /** @deprecated */
  readonly status?: AlertmanagerSpecStorageVolumeClaimTemplateStatus;
}

/** `spec.storage.volumeClaimTemplate.status` of an Alertmanager. */
export interface AlertmanagerSpecStorageVolumeClaimTemplateStatus {
  readonly accessModes?: readonly string[];
  readonly allocatedResourceStatuses?: { readonly [key: string]: string };
  /**
   * Each value: Pattern: `^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$`.
   */
  readonly allocatedResources?: { readonly [key: string]: number | string };
  /**
   * Each value: Pattern: `^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$`.
   */
  readonly capacity?: { readonly [key: string]: number | string };
  /** One item for each type. */
  readonly conditions?: readonly AlertmanagerSpecStorageVolumeClaimTemplateStatusCondition[];
  readonly currentVolumeAttributesClassName?: string;
  readonly modifyVolumeStatus?: AlertmanagerSpecStorageVolumeClaimTemplateStatusModifyVolumeStatus;
  readonly phase?: string;
}

/** `spec.storage.volumeClaimTemplate.status.conditions[]` of an Alertmanager. */
export interface AlertmanagerSpecStorageVolumeClaimTemplateStatusCondition {
  /** Format: date-time. */
  readonly lastProbeTime?: string;
  /** Format: date-time. */
  readonly lastTransitionTime?: string;
  readonly message?: string;
  readonly reason?: string;
  readonly status: string;
  readonly type: string;
}

/** `spec.storage.volumeClaimTemplate.status.modifyVolumeStatus` of an Alertmanager. */
export interface AlertmanagerSpecStorageVolumeClaimTemplateStatusModifyVolumeStatus {
  readonly status: string;
  readonly targetVolumeAttributesClassName?: string;
}

/** `spec.tolerations[]` of an Alertmanager. */
export interface AlertmanagerSpecToleration {
  readonly effect?: string;
  readonly key?: string;
  readonly operator?: string;
  /** Format: int64. */
  readonly tolerationSeconds?: number;
  readonly value?: string;
}

/** `spec.topologySpreadConstraints[]` of an Alertmanager. */
export interface AlertmanagerSpecTopologySpreadConstraint {
  readonly labelSelector?: AlertmanagerSpecTopologySpreadConstraintLabelSelector;
  readonly matchLabelKeys?: readonly string[];
  /** Format: int32. */
  readonly maxSkew: number;
  /** Format: int32. */
  readonly minDomains?: number;
  readonly nodeAffinityPolicy?: string;
  readonly nodeTaintsPolicy?: string;
  readonly topologyKey: string;
  readonly whenUnsatisfiable: string;
}

/** `spec.volumes[]` of an Alertmanager. */
export interface AlertmanagerSpecVolume {
  readonly awsElasticBlockStore?: AlertmanagerSpecVolumeAwsElasticBlockStore;
  readonly azureDisk?: AlertmanagerSpecVolumeAzureDisk;
  readonly azureFile?: AlertmanagerSpecVolumeAzureFile;
  readonly cephfs?: AlertmanagerSpecVolumeCephfs;
  readonly cinder?: AlertmanagerSpecVolumeCinder;
  readonly configMap?: AlertmanagerSpecVolumeConfigMap;
  readonly csi?: AlertmanagerSpecVolumeCsi;
  readonly downwardAPI?: AlertmanagerSpecVolumeDownwardAPI;
  readonly emptyDir?: AlertmanagerSpecVolumeEmptyDir;
  readonly ephemeral?: AlertmanagerSpecVolumeEphemeral;
  readonly fc?: AlertmanagerSpecVolumeFc;
  readonly flexVolume?: AlertmanagerSpecVolumeFlexVolume;
  readonly flocker?: AlertmanagerSpecVolumeFlocker;
  readonly gcePersistentDisk?: AlertmanagerSpecVolumeGcePersistentDisk;
  readonly gitRepo?: AlertmanagerSpecVolumeGitRepo;
  readonly glusterfs?: AlertmanagerSpecVolumeGlusterfs;
  readonly hostPath?: AlertmanagerSpecVolumeHostPath;
  readonly image?: AlertmanagerSpecVolumeImage;
  readonly iscsi?: AlertmanagerSpecVolumeIscsi;
  readonly name: string;
  readonly nfs?: AlertmanagerSpecVolumeNfs;
  readonly persistentVolumeClaim?: AlertmanagerSpecVolumePersistentVolumeClaim;
  readonly photonPersistentDisk?: AlertmanagerSpecVolumePhotonPersistentDisk;
  readonly portworxVolume?: AlertmanagerSpecVolumePortworxVolume;
  readonly projected?: AlertmanagerSpecVolumeProjected;
  readonly quobyte?: AlertmanagerSpecVolumeQuobyte;
  readonly rbd?: AlertmanagerSpecVolumeRbd;
  readonly scaleIO?: AlertmanagerSpecVolumeScaleIO;
  readonly secret?: AlertmanagerSpecVolumeSecret;
  readonly storageos?: AlertmanagerSpecVolumeStorageos;
  readonly vsphereVolume?: AlertmanagerSpecVolumeVsphereVolume;
}

/** `spec.volumes[].awsElasticBlockStore` of an Alertmanager. */
export interface AlertmanagerSpecVolumeAwsElasticBlockStore {
  readonly fsType?: string;
  /** Format: int32. */
  readonly partition?: number;
  readonly readOnly?: boolean;
  readonly volumeID: string;
}

/** `spec.volumes[].azureDisk` of an Alertmanager. */
export interface AlertmanagerSpecVolumeAzureDisk {
  readonly cachingMode?: string;
  readonly diskName: string;
  readonly diskURI: string;
  /** @default "ext4" */
  readonly fsType?: string;
  readonly kind?: string;
  /** @default false */
  readonly readOnly?: boolean;
}

/** `spec.volumes[].azureFile` of an Alertmanager. */
export interface AlertmanagerSpecVolumeAzureFile {
  readonly readOnly?: boolean;
  readonly secretName: string;
  readonly shareName: string;
}

/** `spec.volumes[].cephfs` of an Alertmanager. */
export interface AlertmanagerSpecVolumeCephfs {
  readonly monitors: readonly string[];
  readonly path?: string;
  readonly readOnly?: boolean;
  readonly secretFile?: string;
  readonly secretRef?: AlertmanagerSpecVolumeCephfsSecretRef;
  readonly user?: string;
}

/** `spec.volumes[].cinder` of an Alertmanager. */
export interface AlertmanagerSpecVolumeCinder {
  readonly fsType?: string;
  readonly readOnly?: boolean;
  readonly secretRef?: AlertmanagerSpecVolumeCinderSecretRef;
  readonly volumeID: string;
}

/** `spec.volumes[].configMap` of an Alertmanager. */
export interface AlertmanagerSpecVolumeConfigMap {
  /** Format: int32. */
  readonly defaultMode?: number;
  readonly items?: readonly AlertmanagerSpecVolumeConfigMapItem[];
  /** @default "" */
  readonly name?: string;
  readonly optional?: boolean;
}

/** `spec.volumes[].configMap.items[]` of an Alertmanager. */
export interface AlertmanagerSpecVolumeConfigMapItem {
  readonly key: string;
  /** Format: int32. */
  readonly mode?: number;
  readonly path: string;
}

/** `spec.volumes[].csi` of an Alertmanager. */
export interface AlertmanagerSpecVolumeCsi {
  readonly driver: string;
  readonly fsType?: string;
  readonly nodePublishSecretRef?: AlertmanagerSpecVolumeCsiNodePublishSecretRef;
  readonly readOnly?: boolean;
  readonly volumeAttributes?: { readonly [key: string]: string };
}

/** `spec.volumes[].downwardAPI` of an Alertmanager. */
export interface AlertmanagerSpecVolumeDownwardAPI {
  /** Format: int32. */
  readonly defaultMode?: number;
  readonly items?: readonly AlertmanagerSpecVolumeDownwardAPIItem[];
}

/** `spec.volumes[].downwardAPI.items[]` of an Alertmanager. */
export interface AlertmanagerSpecVolumeDownwardAPIItem {
  readonly fieldRef?: AlertmanagerSpecVolumeDownwardAPIItemFieldRef;
  /** Format: int32. */
  readonly mode?: number;
  readonly path: string;
  readonly resourceFieldRef?: AlertmanagerSpecVolumeDownwardAPIItemResourceFieldRef;
}

/** `spec.volumes[].fc` of an Alertmanager. */
export interface AlertmanagerSpecVolumeFc {
  readonly fsType?: string;
  /** Format: int32. */
  readonly lun?: number;
  readonly readOnly?: boolean;
  readonly targetWWNs?: readonly string[];
  readonly wwids?: readonly string[];
}

/** `spec.volumes[].flexVolume` of an Alertmanager. */
export interface AlertmanagerSpecVolumeFlexVolume {
  readonly driver: string;
  readonly fsType?: string;
  readonly options?: { readonly [key: string]: string };
  readonly readOnly?: boolean;
  readonly secretRef?: AlertmanagerSpecVolumeFlexVolumeSecretRef;
}

/** `spec.volumes[].flocker` of an Alertmanager. */
export interface AlertmanagerSpecVolumeFlocker {
  readonly datasetName?: string;
  readonly datasetUUID?: string;
}

/** `spec.volumes[].gcePersistentDisk` of an Alertmanager. */
export interface AlertmanagerSpecVolumeGcePersistentDisk {
  readonly fsType?: string;
  /** Format: int32. */
  readonly partition?: number;
  readonly pdName: string;
  readonly readOnly?: boolean;
}

/** `spec.volumes[].gitRepo` of an Alertmanager. */
export interface AlertmanagerSpecVolumeGitRepo {
  readonly directory?: string;
  readonly repository: string;
  readonly revision?: string;
}

/** `spec.volumes[].glusterfs` of an Alertmanager. */
export interface AlertmanagerSpecVolumeGlusterfs {
  readonly endpoints: string;
  readonly path: string;
  readonly readOnly?: boolean;
}

/** `spec.volumes[].hostPath` of an Alertmanager. */
export interface AlertmanagerSpecVolumeHostPath {
  readonly path: string;
  readonly type?: string;
}

/** `spec.volumes[].image` of an Alertmanager. */
export interface AlertmanagerSpecVolumeImage {
  readonly pullPolicy?: string;
  readonly reference?: string;
}

/** `spec.volumes[].iscsi` of an Alertmanager. */
export interface AlertmanagerSpecVolumeIscsi {
  readonly chapAuthDiscovery?: boolean;
  readonly chapAuthSession?: boolean;
  readonly fsType?: string;
  readonly initiatorName?: string;
  readonly iqn: string;
  /** @default "default" */
  readonly iscsiInterface?: string;
  /** Format: int32. */
  readonly lun: number;
  readonly portals?: readonly string[];
  readonly readOnly?: boolean;
  readonly secretRef?: AlertmanagerSpecVolumeIscsiSecretRef;
  readonly targetPortal: string;
}

/** `spec.volumes[].nfs` of an Alertmanager. */
export interface AlertmanagerSpecVolumeNfs {
  readonly path: string;
  readonly readOnly?: boolean;
  readonly server: string;
}

/** `spec.volumes[].persistentVolumeClaim` of an Alertmanager. */
export interface AlertmanagerSpecVolumePersistentVolumeClaim {
  readonly claimName: string;
  readonly readOnly?: boolean;
}

/** `spec.volumes[].photonPersistentDisk` of an Alertmanager. */
export interface AlertmanagerSpecVolumePhotonPersistentDisk {
  readonly fsType?: string;
  readonly pdID: string;
}

/** `spec.volumes[].portworxVolume` of an Alertmanager. */
export interface AlertmanagerSpecVolumePortworxVolume {
  readonly fsType?: string;
  readonly readOnly?: boolean;
  readonly volumeID: string;
}

/** `spec.volumes[].projected` of an Alertmanager. */
export interface AlertmanagerSpecVolumeProjected {
  /** Format: int32. */
  readonly defaultMode?: number;
  readonly sources?: readonly AlertmanagerSpecVolumeProjectedSource[];
}

/** `spec.volumes[].projected.sources[]` of an Alertmanager. */
export interface AlertmanagerSpecVolumeProjectedSource {
  readonly clusterTrustBundle?: AlertmanagerSpecVolumeProjectedSourceClusterTrustBundle;
  readonly configMap?: AlertmanagerSpecVolumeProjectedSourceConfigMap;
  readonly downwardAPI?: AlertmanagerSpecVolumeProjectedSourceDownwardAPI;
  readonly secret?: AlertmanagerSpecVolumeProjectedSourceSecret;
  readonly serviceAccountToken?: AlertmanagerSpecVolumeProjectedSourceServiceAccountToken;
}

/** `spec.volumes[].projected.sources[].clusterTrustBundle` of an Alertmanager. */
export interface AlertmanagerSpecVolumeProjectedSourceClusterTrustBundle {
  readonly labelSelector?: AlertmanagerSpecVolumeProjectedSourceClusterTrustBundleLabelSelector;
  readonly name?: string;
  readonly optional?: boolean;
  readonly path: string;
  readonly signerName?: string;
}

/** `spec.volumes[].projected.sources[].configMap` of an Alertmanager. */
export interface AlertmanagerSpecVolumeProjectedSourceConfigMap {
  readonly items?: readonly AlertmanagerSpecVolumeProjectedSourceConfigMapItem[];
  /** @default "" */
  readonly name?: string;
  readonly optional?: boolean;
}

/** `spec.volumes[].projected.sources[].downwardAPI` of an Alertmanager. */
export interface AlertmanagerSpecVolumeProjectedSourceDownwardAPI {
  readonly items?: readonly AlertmanagerSpecVolumeProjectedSourceDownwardAPIItem[];
}

/** `spec.volumes[].projected.sources[].serviceAccountToken` of an Alertmanager. */
export interface AlertmanagerSpecVolumeProjectedSourceServiceAccountToken {
  readonly audience?: string;
  /** Format: int64. */
  readonly expirationSeconds?: number;
  readonly path: string;
}

/** `spec.volumes[].quobyte` of an Alertmanager. */
export interface AlertmanagerSpecVolumeQuobyte {
  readonly group?: string;
  readonly readOnly?: boolean;
  readonly registry: string;
  readonly tenant?: string;
  readonly user?: string;
  readonly volume: string;
}

/** `spec.volumes[].rbd` of an Alertmanager. */
export interface AlertmanagerSpecVolumeRbd {
  readonly fsType?: string;
  readonly image: string;
  /** @default "/etc/ceph/keyring" */
  readonly keyring?: string;
  readonly monitors: readonly string[];
  /** @default "rbd" */
  readonly pool?: string;
  readonly readOnly?: boolean;
  readonly secretRef?: AlertmanagerSpecVolumeRbdSecretRef;
  /** @default "admin" */
  readonly user?: string;
}

/** `spec.volumes[].scaleIO` of an Alertmanager. */
export interface AlertmanagerSpecVolumeScaleIO {
  /** @default "xfs" */
  readonly fsType?: string;
  readonly gateway: string;
  readonly protectionDomain?: string;
  readonly readOnly?: boolean;
  readonly secretRef: AlertmanagerSpecVolumeScaleIOSecretRef;
  readonly sslEnabled?: boolean;
  /** @default "ThinProvisioned" */
  readonly storageMode?: string;
  readonly storagePool?: string;
  readonly system: string;
  readonly volumeName?: string;
}

/** `spec.volumes[].secret` of an Alertmanager. */
export interface AlertmanagerSpecVolumeSecret {
  /** Format: int32. */
  readonly defaultMode?: number;
  readonly items?: readonly AlertmanagerSpecVolumeSecretItem[];
  readonly optional?: boolean;
  readonly secretName?: string;
}

/** `spec.volumes[].storageos` of an Alertmanager. */
export interface AlertmanagerSpecVolumeStorageos {
  readonly fsType?: string;
  readonly readOnly?: boolean;
  readonly secretRef?: AlertmanagerSpecVolumeStorageosSecretRef;
  readonly volumeName?: string;
  readonly volumeNamespace?: string;
}

/** `spec.volumes[].vsphereVolume` of an Alertmanager. */
export interface AlertmanagerSpecVolumeVsphereVolume {
  readonly fsType?: string;
  readonly storagePolicyID?: string;
  readonly storagePolicyName?: string;
  readonly volumePath: string;
}

/** `spec.web` of an Alertmanager. */
export interface AlertmanagerSpecWeb {
  /** Format: int32. */
  readonly getConcurrency?: number;
  readonly httpConfig?: AlertmanagerSpecWebHttpConfig;
  /** Format: int32. */
  readonly timeout?: number;
  readonly tlsConfig?: AlertmanagerSpecWebTlsConfig;
}

/** `spec.web.httpConfig` of an Alertmanager. */
export interface AlertmanagerSpecWebHttpConfig {
  readonly headers?: AlertmanagerSpecWebHttpConfigHeaders;
  readonly http2?: boolean;
}

/** `spec.web.httpConfig.headers` of an Alertmanager. */
export interface AlertmanagerSpecWebHttpConfigHeaders {
  readonly contentSecurityPolicy?: string;
  readonly strictTransportSecurity?: string;
  readonly xContentTypeOptions?: '' | 'NoSniff';
  readonly xFrameOptions?: '' | 'Deny' | 'SameOrigin';
  readonly xXSSProtection?: string;
}

/** `status` of an Alertmanager. */
export interface AlertmanagerStatus {
  /** Format: int32. */
  readonly availableReplicas: number;
  /** One item for each type. */
  readonly conditions?: readonly AlertmanagerStatusCondition[];
  readonly paused: boolean;
  /** Format: int32. */
  readonly replicas: number;
  readonly selector?: string;
  /** Format: int32. */
  readonly unavailableReplicas: number;
  /** Format: int32. */
  readonly updatedReplicas: number;
}

/** `status.conditions[]` of an Alertmanager. */
export interface AlertmanagerStatusCondition {
  /** Format: date-time. */
  readonly lastTransitionTime: string;
  readonly message?: string;
  /** Format: int64. */
  readonly observedGeneration?: number;
  readonly reason?: string;
  /** At least 1 character. */
  readonly status: string;
  /** At least 1 character. */
  readonly type: string;
}

// The same fields in other places

export type AlertmanagerSpecAlertmanagerConfigSelector = AlertmanagerSpecAlertmanagerConfigNamespaceSelector;
export type AlertmanagerSpecInitContainer = AlertmanagerSpecContainer;
export type AlertmanagerSpecAffinityPodAntiAffinity = AlertmanagerSpecAffinityPodAffinity;
export type AlertmanagerSpecAlertmanagerConfigSelectorMatchExpression = AlertmanagerSpecAlertmanagerConfigNamespaceSelectorMatchExpression;
export type AlertmanagerSpecContainerReadinessProbe = AlertmanagerSpecContainerLivenessProbe;
export type AlertmanagerSpecContainerResources = AlertmanagerSpecResources;
export type AlertmanagerSpecContainerStartupProbe = AlertmanagerSpecContainerLivenessProbe;
export type AlertmanagerSpecContainerVolumeMount = AlertmanagerSpecVolumeMount;
export type AlertmanagerSpecDnsConfigOption = AlertmanagerSpecAdditionalArg;
export type AlertmanagerSpecInitContainerEnvItem = AlertmanagerSpecContainerEnvItem;
export type AlertmanagerSpecInitContainerEnvFromItem = AlertmanagerSpecContainerEnvFromItem;
export type AlertmanagerSpecInitContainerLifecycle = AlertmanagerSpecContainerLifecycle;
export type AlertmanagerSpecInitContainerLivenessProbe = AlertmanagerSpecContainerLivenessProbe;
export type AlertmanagerSpecInitContainerPort = AlertmanagerSpecContainerPort;
export type AlertmanagerSpecInitContainerReadinessProbe = AlertmanagerSpecContainerLivenessProbe;
export type AlertmanagerSpecInitContainerResizePolicyItem = AlertmanagerSpecContainerResizePolicyItem;
export type AlertmanagerSpecInitContainerResources = AlertmanagerSpecResources;
export type AlertmanagerSpecInitContainerSecurityContext = AlertmanagerSpecContainerSecurityContext;
export type AlertmanagerSpecInitContainerStartupProbe = AlertmanagerSpecContainerLivenessProbe;
export type AlertmanagerSpecInitContainerVolumeDevice = AlertmanagerSpecContainerVolumeDevice;
export type AlertmanagerSpecInitContainerVolumeMount = AlertmanagerSpecVolumeMount;
export type AlertmanagerSpecSecurityContextSeccompProfile = AlertmanagerSpecSecurityContextAppArmorProfile;
export type AlertmanagerSpecTopologySpreadConstraintLabelSelector = AlertmanagerSpecAlertmanagerConfigNamespaceSelector;
export type AlertmanagerSpecVolumeEmptyDir = AlertmanagerSpecStorageEmptyDir;
export type AlertmanagerSpecVolumeEphemeral = AlertmanagerSpecStorageEphemeral;
export type AlertmanagerSpecWebTlsConfig = AlertmanagerSpecClusterTLSServer;
export type AlertmanagerSpecAffinityPodAntiAffinityPreferredDuringSchedulingIgnoredDuringExecutionItem = AlertmanagerSpecAffinityPodAffinityPreferredDuringSchedulingIgnoredDuringExecutionItem;
export type AlertmanagerSpecAffinityPodAntiAffinityRequiredDuringSchedulingIgnoredDuringExecutionItem = AlertmanagerSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItem;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiUrl = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalSlackApiUrl = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalTelegram = AlertmanagerSpecAlertmanagerConfigurationGlobalJira;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalWebex = AlertmanagerSpecAlertmanagerConfigurationGlobalJira;
export type AlertmanagerSpecAlertmanagerConfigurationTemplateConfigMap = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecAlertmanagerConfigurationTemplateSecret = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecClusterTLSClientCa = AlertmanagerSpecAlertmanagerConfigurationTemplate;
export type AlertmanagerSpecClusterTLSClientCert = AlertmanagerSpecAlertmanagerConfigurationTemplate;
export type AlertmanagerSpecClusterTLSClientKeySecret = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecClusterTLSServerCert = AlertmanagerSpecAlertmanagerConfigurationTemplate;
export type AlertmanagerSpecClusterTLSServerClientCa = AlertmanagerSpecAlertmanagerConfigurationTemplate;
export type AlertmanagerSpecClusterTLSServerKeySecret = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecContainerEnvFromItemSecretRef = AlertmanagerSpecContainerEnvFromItemConfigMapRef;
export type AlertmanagerSpecContainerLifecyclePreStop = AlertmanagerSpecContainerLifecyclePostStart;
export type AlertmanagerSpecContainerReadinessProbeExec = AlertmanagerSpecContainerLivenessProbeExec;
export type AlertmanagerSpecContainerReadinessProbeGrpc = AlertmanagerSpecContainerLivenessProbeGrpc;
export type AlertmanagerSpecContainerReadinessProbeHttpGet = AlertmanagerSpecContainerLivenessProbeHttpGet;
export type AlertmanagerSpecContainerReadinessProbeTcpSocket = AlertmanagerSpecContainerLivenessProbeTcpSocket;
export type AlertmanagerSpecContainerResourcesClaim = AlertmanagerSpecResourcesClaim;
export type AlertmanagerSpecContainerSecurityContextAppArmorProfile = AlertmanagerSpecSecurityContextAppArmorProfile;
export type AlertmanagerSpecContainerSecurityContextSeLinuxOptions = AlertmanagerSpecSecurityContextSeLinuxOptions;
export type AlertmanagerSpecContainerSecurityContextSeccompProfile = AlertmanagerSpecSecurityContextAppArmorProfile;
export type AlertmanagerSpecContainerSecurityContextWindowsOptions = AlertmanagerSpecSecurityContextWindowsOptions;
export type AlertmanagerSpecContainerStartupProbeExec = AlertmanagerSpecContainerLivenessProbeExec;
export type AlertmanagerSpecContainerStartupProbeGrpc = AlertmanagerSpecContainerLivenessProbeGrpc;
export type AlertmanagerSpecContainerStartupProbeHttpGet = AlertmanagerSpecContainerLivenessProbeHttpGet;
export type AlertmanagerSpecContainerStartupProbeTcpSocket = AlertmanagerSpecContainerLivenessProbeTcpSocket;
export type AlertmanagerSpecInitContainerEnvItemValueFrom = AlertmanagerSpecContainerEnvItemValueFrom;
export type AlertmanagerSpecInitContainerEnvFromItemConfigMapRef = AlertmanagerSpecContainerEnvFromItemConfigMapRef;
export type AlertmanagerSpecInitContainerEnvFromItemSecretRef = AlertmanagerSpecContainerEnvFromItemConfigMapRef;
export type AlertmanagerSpecInitContainerLifecyclePostStart = AlertmanagerSpecContainerLifecyclePostStart;
export type AlertmanagerSpecInitContainerLifecyclePreStop = AlertmanagerSpecContainerLifecyclePostStart;
export type AlertmanagerSpecInitContainerLivenessProbeExec = AlertmanagerSpecContainerLivenessProbeExec;
export type AlertmanagerSpecInitContainerLivenessProbeGrpc = AlertmanagerSpecContainerLivenessProbeGrpc;
export type AlertmanagerSpecInitContainerLivenessProbeHttpGet = AlertmanagerSpecContainerLivenessProbeHttpGet;
export type AlertmanagerSpecInitContainerLivenessProbeTcpSocket = AlertmanagerSpecContainerLivenessProbeTcpSocket;
export type AlertmanagerSpecInitContainerReadinessProbeExec = AlertmanagerSpecContainerLivenessProbeExec;
export type AlertmanagerSpecInitContainerReadinessProbeGrpc = AlertmanagerSpecContainerLivenessProbeGrpc;
export type AlertmanagerSpecInitContainerReadinessProbeHttpGet = AlertmanagerSpecContainerLivenessProbeHttpGet;
export type AlertmanagerSpecInitContainerReadinessProbeTcpSocket = AlertmanagerSpecContainerLivenessProbeTcpSocket;
export type AlertmanagerSpecInitContainerResourcesClaim = AlertmanagerSpecResourcesClaim;
export type AlertmanagerSpecInitContainerSecurityContextAppArmorProfile = AlertmanagerSpecSecurityContextAppArmorProfile;
export type AlertmanagerSpecInitContainerSecurityContextCapabilities = AlertmanagerSpecContainerSecurityContextCapabilities;
export type AlertmanagerSpecInitContainerSecurityContextSeLinuxOptions = AlertmanagerSpecSecurityContextSeLinuxOptions;
export type AlertmanagerSpecInitContainerSecurityContextSeccompProfile = AlertmanagerSpecSecurityContextAppArmorProfile;
export type AlertmanagerSpecInitContainerSecurityContextWindowsOptions = AlertmanagerSpecSecurityContextWindowsOptions;
export type AlertmanagerSpecInitContainerStartupProbeExec = AlertmanagerSpecContainerLivenessProbeExec;
export type AlertmanagerSpecInitContainerStartupProbeGrpc = AlertmanagerSpecContainerLivenessProbeGrpc;
export type AlertmanagerSpecInitContainerStartupProbeHttpGet = AlertmanagerSpecContainerLivenessProbeHttpGet;
export type AlertmanagerSpecInitContainerStartupProbeTcpSocket = AlertmanagerSpecContainerLivenessProbeTcpSocket;
export type AlertmanagerSpecStorageVolumeClaimTemplateMetadata = AlertmanagerSpecPodMetadata;
export type AlertmanagerSpecTopologySpreadConstraintLabelSelectorMatchExpression = AlertmanagerSpecAlertmanagerConfigNamespaceSelectorMatchExpression;
export type AlertmanagerSpecVolumeCephfsSecretRef = AlertmanagerSpecImagePullSecret;
export type AlertmanagerSpecVolumeCinderSecretRef = AlertmanagerSpecImagePullSecret;
export type AlertmanagerSpecVolumeCsiNodePublishSecretRef = AlertmanagerSpecImagePullSecret;
export type AlertmanagerSpecVolumeEphemeralVolumeClaimTemplate = AlertmanagerSpecStorageEphemeralVolumeClaimTemplate;
export type AlertmanagerSpecVolumeFlexVolumeSecretRef = AlertmanagerSpecImagePullSecret;
export type AlertmanagerSpecVolumeIscsiSecretRef = AlertmanagerSpecImagePullSecret;
export type AlertmanagerSpecVolumeRbdSecretRef = AlertmanagerSpecImagePullSecret;
export type AlertmanagerSpecVolumeScaleIOSecretRef = AlertmanagerSpecImagePullSecret;
export type AlertmanagerSpecVolumeSecretItem = AlertmanagerSpecVolumeConfigMapItem;
export type AlertmanagerSpecVolumeStorageosSecretRef = AlertmanagerSpecImagePullSecret;
export type AlertmanagerSpecWebTlsConfigCert = AlertmanagerSpecAlertmanagerConfigurationTemplate;
export type AlertmanagerSpecWebTlsConfigClientCa = AlertmanagerSpecAlertmanagerConfigurationTemplate;
export type AlertmanagerSpecWebTlsConfigKeySecret = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecAffinityNodeAffinityRequiredDuringSchedulingIgnoredDuringExecutionNodeSelectorTerm = AlertmanagerSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreference;
export type AlertmanagerSpecAffinityPodAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTerm = AlertmanagerSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItem;
export type AlertmanagerSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemLabelSelector = AlertmanagerSpecAlertmanagerConfigNamespaceSelector;
export type AlertmanagerSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemNamespaceSelector = AlertmanagerSpecAlertmanagerConfigNamespaceSelector;
export type AlertmanagerSpecAffinityPodAntiAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTerm = AlertmanagerSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItem;
export type AlertmanagerSpecAffinityPodAntiAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemLabelSelector = AlertmanagerSpecAlertmanagerConfigNamespaceSelector;
export type AlertmanagerSpecAffinityPodAntiAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemNamespaceSelector = AlertmanagerSpecAlertmanagerConfigNamespaceSelector;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigBearerTokenSecret = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigProxyConnectHeaderItem = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigTlsConfig = AlertmanagerSpecClusterTLSClient;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalRocketChatToken = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalRocketChatTokenID = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalSmtpAuthPassword = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalSmtpAuthSecret = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalSmtpTlsConfig = AlertmanagerSpecClusterTLSClient;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalVictoropsApiKey = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalWechatApiSecret = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecClusterTLSClientCaConfigMap = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecClusterTLSClientCaSecret = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecClusterTLSClientCertConfigMap = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecClusterTLSClientCertSecret = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecClusterTLSServerCertConfigMap = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecClusterTLSServerCertSecret = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecClusterTLSServerClientCaConfigMap = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecClusterTLSServerClientCaSecret = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecContainerEnvItemValueFromConfigMapKeyRef = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecContainerEnvItemValueFromSecretKeyRef = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecContainerLifecyclePostStartExec = AlertmanagerSpecContainerLivenessProbeExec;
export type AlertmanagerSpecContainerLifecyclePostStartHttpGet = AlertmanagerSpecContainerLivenessProbeHttpGet;
export type AlertmanagerSpecContainerLifecyclePostStartTcpSocket = AlertmanagerSpecContainerLivenessProbeTcpSocket;
export type AlertmanagerSpecContainerLifecyclePreStopExec = AlertmanagerSpecContainerLivenessProbeExec;
export type AlertmanagerSpecContainerLifecyclePreStopHttpGet = AlertmanagerSpecContainerLivenessProbeHttpGet;
export type AlertmanagerSpecContainerLifecyclePreStopSleep = AlertmanagerSpecContainerLifecyclePostStartSleep;
export type AlertmanagerSpecContainerLifecyclePreStopTcpSocket = AlertmanagerSpecContainerLivenessProbeTcpSocket;
export type AlertmanagerSpecContainerLivenessProbeHttpGetHttpHeader = AlertmanagerSpecSecurityContextSysctl;
export type AlertmanagerSpecContainerReadinessProbeHttpGetHttpHeader = AlertmanagerSpecSecurityContextSysctl;
export type AlertmanagerSpecContainerStartupProbeHttpGetHttpHeader = AlertmanagerSpecSecurityContextSysctl;
export type AlertmanagerSpecInitContainerEnvItemValueFromConfigMapKeyRef = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecInitContainerEnvItemValueFromFieldRef = AlertmanagerSpecContainerEnvItemValueFromFieldRef;
export type AlertmanagerSpecInitContainerEnvItemValueFromResourceFieldRef = AlertmanagerSpecContainerEnvItemValueFromResourceFieldRef;
export type AlertmanagerSpecInitContainerEnvItemValueFromSecretKeyRef = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecInitContainerLifecyclePostStartExec = AlertmanagerSpecContainerLivenessProbeExec;
export type AlertmanagerSpecInitContainerLifecyclePostStartHttpGet = AlertmanagerSpecContainerLivenessProbeHttpGet;
export type AlertmanagerSpecInitContainerLifecyclePostStartSleep = AlertmanagerSpecContainerLifecyclePostStartSleep;
export type AlertmanagerSpecInitContainerLifecyclePostStartTcpSocket = AlertmanagerSpecContainerLivenessProbeTcpSocket;
export type AlertmanagerSpecInitContainerLifecyclePreStopExec = AlertmanagerSpecContainerLivenessProbeExec;
export type AlertmanagerSpecInitContainerLifecyclePreStopHttpGet = AlertmanagerSpecContainerLivenessProbeHttpGet;
export type AlertmanagerSpecInitContainerLifecyclePreStopSleep = AlertmanagerSpecContainerLifecyclePostStartSleep;
export type AlertmanagerSpecInitContainerLifecyclePreStopTcpSocket = AlertmanagerSpecContainerLivenessProbeTcpSocket;
export type AlertmanagerSpecInitContainerLivenessProbeHttpGetHttpHeader = AlertmanagerSpecSecurityContextSysctl;
export type AlertmanagerSpecInitContainerReadinessProbeHttpGetHttpHeader = AlertmanagerSpecSecurityContextSysctl;
export type AlertmanagerSpecInitContainerStartupProbeHttpGetHttpHeader = AlertmanagerSpecSecurityContextSysctl;
export type AlertmanagerSpecStorageEphemeralVolumeClaimTemplateSpec = AlertmanagerSpecStorageVolumeClaimTemplateSpec;
export type AlertmanagerSpecStorageVolumeClaimTemplateSpecSelector = AlertmanagerSpecAlertmanagerConfigNamespaceSelector;
export type AlertmanagerSpecVolumeDownwardAPIItemFieldRef = AlertmanagerSpecContainerEnvItemValueFromFieldRef;
export type AlertmanagerSpecVolumeDownwardAPIItemResourceFieldRef = AlertmanagerSpecContainerEnvItemValueFromResourceFieldRef;
export type AlertmanagerSpecVolumeEphemeralVolumeClaimTemplateSpec = AlertmanagerSpecStorageVolumeClaimTemplateSpec;
export type AlertmanagerSpecVolumeProjectedSourceSecret = AlertmanagerSpecVolumeProjectedSourceConfigMap;
export type AlertmanagerSpecWebTlsConfigCertConfigMap = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecWebTlsConfigCertSecret = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecWebTlsConfigClientCaConfigMap = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecWebTlsConfigClientCaSecret = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreferenceMatchExpression = AlertmanagerSpecAlertmanagerConfigNamespaceSelectorMatchExpression;
export type AlertmanagerSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreferenceMatchField = AlertmanagerSpecAlertmanagerConfigNamespaceSelectorMatchExpression;
export type AlertmanagerSpecAffinityNodeAffinityRequiredDuringSchedulingIgnoredDuringExecutionNodeSelectorTermMatchExpression = AlertmanagerSpecAlertmanagerConfigNamespaceSelectorMatchExpression;
export type AlertmanagerSpecAffinityNodeAffinityRequiredDuringSchedulingIgnoredDuringExecutionNodeSelectorTermMatchField = AlertmanagerSpecAlertmanagerConfigNamespaceSelectorMatchExpression;
export type AlertmanagerSpecAffinityPodAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTermLabelSelector = AlertmanagerSpecAlertmanagerConfigNamespaceSelector;
export type AlertmanagerSpecAffinityPodAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTermNamespaceSelector = AlertmanagerSpecAlertmanagerConfigNamespaceSelector;
export type AlertmanagerSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemLabelSelectorMatchExpression = AlertmanagerSpecAlertmanagerConfigNamespaceSelectorMatchExpression;
export type AlertmanagerSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemNamespaceSelectorMatchExpression = AlertmanagerSpecAlertmanagerConfigNamespaceSelectorMatchExpression;
export type AlertmanagerSpecAffinityPodAntiAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTermLabelSelector = AlertmanagerSpecAlertmanagerConfigNamespaceSelector;
export type AlertmanagerSpecAffinityPodAntiAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTermNamespaceSelector = AlertmanagerSpecAlertmanagerConfigNamespaceSelector;
export type AlertmanagerSpecAffinityPodAntiAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemLabelSelectorMatchExpression = AlertmanagerSpecAlertmanagerConfigNamespaceSelectorMatchExpression;
export type AlertmanagerSpecAffinityPodAntiAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemNamespaceSelectorMatchExpression = AlertmanagerSpecAlertmanagerConfigNamespaceSelectorMatchExpression;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigAuthorizationCredentials = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigBasicAuthPassword = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigBasicAuthUsername = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigOauth2ClientId = AlertmanagerSpecAlertmanagerConfigurationTemplate;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigOauth2ClientSecret = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigOauth2ProxyConnectHeaderItem = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigOauth2TlsConfig = AlertmanagerSpecClusterTLSClient;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigTlsConfigCa = AlertmanagerSpecAlertmanagerConfigurationTemplate;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigTlsConfigCert = AlertmanagerSpecAlertmanagerConfigurationTemplate;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigTlsConfigKeySecret = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalSmtpTlsConfigCa = AlertmanagerSpecAlertmanagerConfigurationTemplate;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalSmtpTlsConfigCert = AlertmanagerSpecAlertmanagerConfigurationTemplate;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalSmtpTlsConfigKeySecret = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecContainerLifecyclePostStartHttpGetHttpHeader = AlertmanagerSpecSecurityContextSysctl;
export type AlertmanagerSpecContainerLifecyclePreStopHttpGetHttpHeader = AlertmanagerSpecSecurityContextSysctl;
export type AlertmanagerSpecInitContainerLifecyclePostStartHttpGetHttpHeader = AlertmanagerSpecSecurityContextSysctl;
export type AlertmanagerSpecInitContainerLifecyclePreStopHttpGetHttpHeader = AlertmanagerSpecSecurityContextSysctl;
export type AlertmanagerSpecStorageEphemeralVolumeClaimTemplateSpecDataSource = AlertmanagerSpecStorageVolumeClaimTemplateSpecDataSource;
export type AlertmanagerSpecStorageEphemeralVolumeClaimTemplateSpecDataSourceRef = AlertmanagerSpecStorageVolumeClaimTemplateSpecDataSourceRef;
export type AlertmanagerSpecStorageEphemeralVolumeClaimTemplateSpecResources = AlertmanagerSpecStorageVolumeClaimTemplateSpecResources;
export type AlertmanagerSpecStorageEphemeralVolumeClaimTemplateSpecSelector = AlertmanagerSpecAlertmanagerConfigNamespaceSelector;
export type AlertmanagerSpecStorageVolumeClaimTemplateSpecSelectorMatchExpression = AlertmanagerSpecAlertmanagerConfigNamespaceSelectorMatchExpression;
export type AlertmanagerSpecVolumeEphemeralVolumeClaimTemplateSpecDataSource = AlertmanagerSpecStorageVolumeClaimTemplateSpecDataSource;
export type AlertmanagerSpecVolumeEphemeralVolumeClaimTemplateSpecDataSourceRef = AlertmanagerSpecStorageVolumeClaimTemplateSpecDataSourceRef;
export type AlertmanagerSpecVolumeEphemeralVolumeClaimTemplateSpecResources = AlertmanagerSpecStorageVolumeClaimTemplateSpecResources;
export type AlertmanagerSpecVolumeEphemeralVolumeClaimTemplateSpecSelector = AlertmanagerSpecAlertmanagerConfigNamespaceSelector;
export type AlertmanagerSpecVolumeProjectedSourceClusterTrustBundleLabelSelector = AlertmanagerSpecAlertmanagerConfigNamespaceSelector;
export type AlertmanagerSpecVolumeProjectedSourceConfigMapItem = AlertmanagerSpecVolumeConfigMapItem;
export type AlertmanagerSpecVolumeProjectedSourceDownwardAPIItem = AlertmanagerSpecVolumeDownwardAPIItem;
export type AlertmanagerSpecVolumeProjectedSourceSecretItem = AlertmanagerSpecVolumeConfigMapItem;
export type AlertmanagerSpecAffinityPodAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTermLabelSelectorMatchExpression = AlertmanagerSpecAlertmanagerConfigNamespaceSelectorMatchExpression;
export type AlertmanagerSpecAffinityPodAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTermNamespaceSelectorMatchExpression = AlertmanagerSpecAlertmanagerConfigNamespaceSelectorMatchExpression;
export type AlertmanagerSpecAffinityPodAntiAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTermLabelSelectorMatchExpression = AlertmanagerSpecAlertmanagerConfigNamespaceSelectorMatchExpression;
export type AlertmanagerSpecAffinityPodAntiAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTermNamespaceSelectorMatchExpression = AlertmanagerSpecAlertmanagerConfigNamespaceSelectorMatchExpression;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigOauth2ClientIdConfigMap = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigOauth2ClientIdSecret = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigOauth2TlsConfigCa = AlertmanagerSpecAlertmanagerConfigurationTemplate;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigOauth2TlsConfigCert = AlertmanagerSpecAlertmanagerConfigurationTemplate;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigOauth2TlsConfigKeySecret = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigTlsConfigCaConfigMap = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigTlsConfigCaSecret = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigTlsConfigCertConfigMap = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigTlsConfigCertSecret = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalSmtpTlsConfigCaConfigMap = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalSmtpTlsConfigCaSecret = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalSmtpTlsConfigCertConfigMap = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalSmtpTlsConfigCertSecret = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecStorageEphemeralVolumeClaimTemplateSpecSelectorMatchExpression = AlertmanagerSpecAlertmanagerConfigNamespaceSelectorMatchExpression;
export type AlertmanagerSpecVolumeEphemeralVolumeClaimTemplateSpecSelectorMatchExpression = AlertmanagerSpecAlertmanagerConfigNamespaceSelectorMatchExpression;
export type AlertmanagerSpecVolumeProjectedSourceClusterTrustBundleLabelSelectorMatchExpression = AlertmanagerSpecAlertmanagerConfigNamespaceSelectorMatchExpression;
export type AlertmanagerSpecVolumeProjectedSourceDownwardAPIItemFieldRef = AlertmanagerSpecContainerEnvItemValueFromFieldRef;
export type AlertmanagerSpecVolumeProjectedSourceDownwardAPIItemResourceFieldRef = AlertmanagerSpecContainerEnvItemValueFromResourceFieldRef;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigOauth2TlsConfigCaConfigMap = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigOauth2TlsConfigCaSecret = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigOauth2TlsConfigCertConfigMap = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
export type AlertmanagerSpecAlertmanagerConfigurationGlobalHttpConfigOauth2TlsConfigCertSecret = AlertmanagerSpecAlertmanagerConfigurationGlobalOpsGenieApiKey;
