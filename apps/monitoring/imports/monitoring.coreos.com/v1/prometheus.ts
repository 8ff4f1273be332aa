// Written by `operand import --omit-descriptions` from prometheuses.monitoring.coreos.com, sha256:6ded6eea60fc2259. Don't edit it: import it again.

import { ImportedResource, type ImportedResourceProps } from 'operand';
import { schema } from './prometheus.schema.ts';

/** The fields of a Prometheus. */
export interface PrometheusProps extends ImportedResourceProps {
  readonly spec: PrometheusSpec;
}

/** Prometheus of monitoring.coreos.com/v1. */
export class Prometheus extends /* @__PURE__ */ ImportedResource<PrometheusProps, PrometheusStatus>({
  group: 'monitoring.coreos.com',
  version: 'v1',
  kind: 'Prometheus',
  plural: 'prometheuses',
  scope: 'Namespaced',
  schema,
}) {}

/** `spec` of a Prometheus. */
export interface PrometheusSpec {
  readonly additionalAlertManagerConfigs?: PrometheusSpecAdditionalAlertManagerConfigs;
  readonly additionalAlertRelabelConfigs?: PrometheusSpecAdditionalAlertRelabelConfigs;
  readonly additionalArgs?: readonly PrometheusSpecAdditionalArg[];
  readonly additionalScrapeConfigs?: PrometheusSpecAdditionalScrapeConfigs;
  readonly affinity?: PrometheusSpecAffinity;
  readonly alerting?: PrometheusSpecAlerting;
  /** @deprecated */
  readonly allowOverlappingBlocks?: boolean;
  readonly apiserverConfig?: PrometheusSpecApiserverConfig;
  readonly arbitraryFSAccessThroughSMs?: PrometheusSpecArbitraryFSAccessThroughSMs;
  readonly automountServiceAccountToken?: boolean;
  /** @deprecated */
  readonly baseImage?: string;
  /** Pattern: `(^0|([0-9]*[.])?[0-9]+((K|M|G|T|E|P)i?)?B)$`. */
  readonly bodySizeLimit?: string;
  readonly configMaps?: readonly string[];
  readonly containers?: readonly PrometheusSpecContainer[];
  readonly convertClassicHistogramsToNHCB?: boolean;
  readonly disableCompaction?: boolean;
  readonly dnsConfig?: PrometheusSpecDnsConfig;
  readonly dnsPolicy?: 'ClusterFirstWithHostNet' | 'ClusterFirst' | 'Default' | 'None';
  readonly enableAdminAPI?: boolean;
  /** Each item: At least 1 character. */
  readonly enableFeatures?: readonly string[];
  readonly enableOTLPReceiver?: boolean;
  readonly enableRemoteWriteReceiver?: boolean;
  readonly enableServiceLinks?: boolean;
  /** Pattern: `(^0|([0-9]*[.])?[0-9]+((K|M|G|T|E|P)i?)?B)$`. */
  readonly enforcedBodySizeLimit?: string;
  /** Format: int64. */
  readonly enforcedKeepDroppedTargets?: number;
  /** Format: int64. */
  readonly enforcedLabelLimit?: number;
  /** Format: int64. */
  readonly enforcedLabelNameLengthLimit?: number;
  /** Format: int64. */
  readonly enforcedLabelValueLengthLimit?: number;
  readonly enforcedNamespaceLabel?: string;
  /** Format: int64. */
  readonly enforcedSampleLimit?: number;
  /** Format: int64. */
  readonly enforcedTargetLimit?: number;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   *
   * @default "30s"
   */
  readonly evaluationInterval?: string;
  readonly excludedFromEnforcement?: readonly PrometheusSpecExcludedFromEnforcementItem[];
  readonly exemplars?: PrometheusSpecExemplars;
  readonly externalLabels?: { readonly [key: string]: string };
  readonly externalUrl?: string;
  /** One item for each ip. */
  readonly hostAliases?: readonly PrometheusSpecHostAliase[];
  readonly hostNetwork?: boolean;
  readonly hostUsers?: boolean;
  readonly ignoreNamespaceSelectors?: boolean;
  readonly image?: string;
  readonly imagePullPolicy?: '' | 'Always' | 'Never' | 'IfNotPresent';
  readonly imagePullSecrets?: readonly PrometheusSpecImagePullSecret[];
  readonly initContainers?: readonly PrometheusSpecInitContainer[];
  /** Format: int64. */
  readonly keepDroppedTargets?: number;
  /** Format: int64. */
  readonly labelLimit?: number;
  /** Format: int64. */
  readonly labelNameLengthLimit?: number;
  /** Format: int64. */
  readonly labelValueLengthLimit?: number;
  readonly listenLocal?: boolean;
  readonly logFormat?: '' | 'logfmt' | 'json';
  readonly logLevel?: '' | 'debug' | 'info' | 'warn' | 'error';
  /**
   * At least 60.
   * Format: int32.
   */
  readonly maximumStartupDurationSeconds?: number;
  /**
   * At least 0.
   * Format: int32.
   */
  readonly minReadySeconds?: number;
  readonly nameEscapingScheme?: 'AllowUTF8' | 'Underscores' | 'Dots' | 'Values';
  readonly nameValidationScheme?: 'UTF8' | 'Legacy';
  readonly nodeSelector?: { readonly [key: string]: string };
  readonly otlp?: PrometheusSpecOtlp;
  readonly overrideHonorLabels?: boolean;
  readonly overrideHonorTimestamps?: boolean;
  readonly paused?: boolean;
  readonly persistentVolumeClaimRetentionPolicy?: PrometheusSpecPersistentVolumeClaimRetentionPolicy;
  readonly podMetadata?: PrometheusSpecPodMetadata;
  readonly podMonitorNamespaceSelector?: PrometheusSpecPodMonitorNamespaceSelector;
  readonly podMonitorSelector?: PrometheusSpecPodMonitorSelector;
  readonly podTargetLabels?: readonly string[];
  /** @default "web" */
  readonly portName?: string;
  readonly priorityClassName?: string;
  readonly probeNamespaceSelector?: PrometheusSpecProbeNamespaceSelector;
  readonly probeSelector?: PrometheusSpecProbeSelector;
  readonly prometheusExternalLabelName?: string;
  readonly prometheusRulesExcludedFromEnforce?: readonly PrometheusSpecPrometheusRulesExcludedFromEnforceItem[];
  readonly query?: PrometheusSpecQuery;
  readonly queryLogFile?: string;
  readonly reloadStrategy?: 'HTTP' | 'ProcessSignal';
  readonly remoteRead?: readonly PrometheusSpecRemoteReadItem[];
  readonly remoteWrite?: readonly PrometheusSpecRemoteWriteItem[];
  /** At least 1 item. */
  readonly remoteWriteReceiverMessageVersions?: readonly ('V1.0' | 'V2.0')[];
  readonly replicaExternalLabelName?: string;
  /** Format: int32. */
  readonly replicas?: number;
  readonly resources?: PrometheusSpecResources;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly retention?: string;
  /** Pattern: `(^0|([0-9]*[.])?[0-9]+((K|M|G|T|E|P)i?)?B)$`. */
  readonly retentionSize?: string;
  readonly routePrefix?: string;
  readonly ruleNamespaceSelector?: PrometheusSpecRuleNamespaceSelector;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly ruleQueryOffset?: string;
  readonly ruleSelector?: PrometheusSpecRuleSelector;
  readonly rules?: PrometheusSpecRules;
  readonly runtime?: PrometheusSpecRuntime;
  /** Format: int64. */
  readonly sampleLimit?: number;
  /** One item for each name. */
  readonly scrapeClasses?: readonly PrometheusSpecScrapeClass[];
  readonly scrapeClassicHistograms?: boolean;
  readonly scrapeConfigNamespaceSelector?: PrometheusSpecScrapeConfigNamespaceSelector;
  readonly scrapeConfigSelector?: PrometheusSpecScrapeConfigSelector;
  /** At least 1 character. */
  readonly scrapeFailureLogFile?: string;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   *
   * @default "30s"
   */
  readonly scrapeInterval?: string;
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
  readonly secrets?: readonly string[];
  readonly securityContext?: PrometheusSpecSecurityContext;
  readonly serviceAccountName?: string;
  readonly serviceDiscoveryRole?: 'Endpoints' | 'EndpointSlice';
  readonly serviceMonitorNamespaceSelector?: PrometheusSpecServiceMonitorNamespaceSelector;
  readonly serviceMonitorSelector?: PrometheusSpecServiceMonitorSelector;
  /** At least 1 character. */
  readonly serviceName?: string;
  /** @deprecated */
  readonly sha?: string;
  readonly shardRetentionPolicy?: PrometheusSpecShardRetentionPolicy;
  /** Format: int32. */
  readonly shards?: number;
  readonly storage?: PrometheusSpecStorage;
  /** @deprecated */
  readonly tag?: string;
  /** Format: int64. */
  readonly targetLimit?: number;
  /**
   * At least 0.
   * Format: int64.
   */
  readonly terminationGracePeriodSeconds?: number;
  readonly thanos?: PrometheusSpecThanos;
  readonly tolerations?: readonly PrometheusSpecToleration[];
  readonly topologySpreadConstraints?: readonly PrometheusSpecTopologySpreadConstraint[];
  readonly tracingConfig?: PrometheusSpecTracingConfig;
  readonly tsdb?: PrometheusSpecTsdb;
  readonly version?: string;
  readonly volumeMounts?: readonly PrometheusSpecVolumeMount[];
  readonly volumes?: readonly PrometheusSpecVolume[];
  readonly walCompression?: boolean;
  readonly web?: PrometheusSpecWeb;
}

/** `spec.additionalAlertManagerConfigs` of a Prometheus. */
export interface PrometheusSpecAdditionalAlertManagerConfigs {
  readonly key: string;
  /** @default "" */
  readonly name?: string;
  readonly optional?: boolean;
}

/** `spec.additionalArgs[]` of a Prometheus. */
export interface PrometheusSpecAdditionalArg {
  /** At least 1 character. */
  readonly name: string;
  readonly value?: string;
}

/** `spec.affinity` of a Prometheus. */
export interface PrometheusSpecAffinity {
  readonly nodeAffinity?: PrometheusSpecAffinityNodeAffinity;
  readonly podAffinity?: PrometheusSpecAffinityPodAffinity;
  readonly podAntiAffinity?: PrometheusSpecAffinityPodAntiAffinity;
}

/** `spec.affinity.nodeAffinity` of a Prometheus. */
export interface PrometheusSpecAffinityNodeAffinity {
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly PrometheusSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItem[];
  readonly requiredDuringSchedulingIgnoredDuringExecution?: PrometheusSpecAffinityNodeAffinityRequiredDuringSchedulingIgnoredDuringExecution;
}

/** `spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[]` of a Prometheus. */
export interface PrometheusSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItem {
  readonly preference: PrometheusSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreference;
  /** Format: int32. */
  readonly weight: number;
}

/** `spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[].preference` of a Prometheus. */
export interface PrometheusSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreference {
  readonly matchExpressions?: readonly PrometheusSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreferenceMatchExpression[];
  readonly matchFields?: readonly PrometheusSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreferenceMatchField[];
}

/** `spec.podMonitorNamespaceSelector.matchExpressions[]` of a Prometheus. */
export interface PrometheusSpecPodMonitorNamespaceSelectorMatchExpression {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

/** `spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution` of a Prometheus. */
export interface PrometheusSpecAffinityNodeAffinityRequiredDuringSchedulingIgnoredDuringExecution {
  readonly nodeSelectorTerms: readonly PrometheusSpecAffinityNodeAffinityRequiredDuringSchedulingIgnoredDuringExecutionNodeSelectorTerm[];
}

/** `spec.affinity.podAffinity` of a Prometheus. */
export interface PrometheusSpecAffinityPodAffinity {
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly PrometheusSpecAffinityPodAffinityPreferredDuringSchedulingIgnoredDuringExecutionItem[];
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly PrometheusSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItem[];
}

/** `spec.affinity.podAffinity.preferredDuringSchedulingIgnoredDuringExecution[]` of a Prometheus. */
export interface PrometheusSpecAffinityPodAffinityPreferredDuringSchedulingIgnoredDuringExecutionItem {
  readonly podAffinityTerm: PrometheusSpecAffinityPodAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTerm;
  /** Format: int32. */
  readonly weight: number;
}

/** `spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[]` of a Prometheus. */
export interface PrometheusSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItem {
  readonly labelSelector?: PrometheusSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemLabelSelector;
  readonly matchLabelKeys?: readonly string[];
  readonly mismatchLabelKeys?: readonly string[];
  readonly namespaceSelector?: PrometheusSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemNamespaceSelector;
  readonly namespaces?: readonly string[];
  readonly topologyKey: string;
}

/** `spec.podMonitorNamespaceSelector` of a Prometheus. */
export interface PrometheusSpecPodMonitorNamespaceSelector {
  readonly matchExpressions?: readonly PrometheusSpecPodMonitorNamespaceSelectorMatchExpression[];
  readonly matchLabels?: { readonly [key: string]: string };
}

/** `spec.alerting` of a Prometheus. */
export interface PrometheusSpecAlerting {
  readonly alertmanagers: readonly PrometheusSpecAlertingAlertmanager[];
}

/** `spec.alerting.alertmanagers[]` of a Prometheus. */
export interface PrometheusSpecAlertingAlertmanager {
  readonly alertRelabelings?: readonly PrometheusSpecAlertingAlertmanagerAlertRelabeling[];
  readonly apiVersion?: 'v1' | 'V1' | 'v2' | 'V2';
  readonly authorization?: PrometheusSpecAlertingAlertmanagerAuthorization;
  readonly basicAuth?: PrometheusSpecAlertingAlertmanagerBasicAuth;
  /** @deprecated */
  readonly bearerTokenFile?: string;
  readonly enableHttp2?: boolean;
  /** At least 1 character. */
  readonly name: string;
  /** At least 1 character. */
  readonly namespace?: string;
  readonly noProxy?: string;
  readonly pathPrefix?: string;
  readonly port: number | string;
  readonly proxyConnectHeader?: { readonly [key: string]: readonly PrometheusSpecAlertingAlertmanagerProxyConnectHeaderItem[] };
  readonly proxyFromEnvironment?: boolean;
  /** Pattern: `^(http|https|socks5)://.+$`. */
  readonly proxyUrl?: string;
  readonly relabelings?: readonly PrometheusSpecAlertingAlertmanagerRelabeling[];
  readonly scheme?: string;
  readonly sigv4?: PrometheusSpecAlertingAlertmanagerSigv4;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly timeout?: string;
  readonly tlsConfig?: PrometheusSpecAlertingAlertmanagerTlsConfig;
}

/** `spec.remoteWrite[].writeRelabelConfigs[]` of a Prometheus. */
export interface PrometheusSpecRemoteWriteItemWriteRelabelConfig {
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

/** `spec.alerting.alertmanagers[].authorization` of a Prometheus. */
export interface PrometheusSpecAlertingAlertmanagerAuthorization {
  readonly credentials?: PrometheusSpecAlertingAlertmanagerAuthorizationCredentials;
  readonly type?: string;
}

/** `spec.apiserverConfig.basicAuth` of a Prometheus. */
export interface PrometheusSpecApiserverConfigBasicAuth {
  readonly password?: PrometheusSpecApiserverConfigBasicAuthPassword;
  readonly username?: PrometheusSpecApiserverConfigBasicAuthUsername;
}

/** `spec.remoteWrite[].sigv4` of a Prometheus. */
export interface PrometheusSpecRemoteWriteItemSigv4 {
  readonly accessKey?: PrometheusSpecRemoteWriteItemSigv4AccessKey;
  readonly profile?: string;
  readonly region?: string;
  readonly roleArn?: string;
  readonly secretKey?: PrometheusSpecRemoteWriteItemSigv4SecretKey;
}

/** `spec.apiserverConfig.tlsConfig` of a Prometheus. */
export interface PrometheusSpecApiserverConfigTlsConfig {
  readonly ca?: PrometheusSpecApiserverConfigTlsConfigCa;
  readonly caFile?: string;
  readonly cert?: PrometheusSpecApiserverConfigTlsConfigCert;
  readonly certFile?: string;
  readonly insecureSkipVerify?: boolean;
  readonly keyFile?: string;
  readonly keySecret?: PrometheusSpecApiserverConfigTlsConfigKeySecret;
  readonly maxVersion?: 'TLS10' | 'TLS11' | 'TLS12' | 'TLS13';
  readonly minVersion?: 'TLS10' | 'TLS11' | 'TLS12' | 'TLS13';
  readonly serverName?: string;
}

/** `spec.apiserverConfig.tlsConfig.ca` of a Prometheus. */
export interface PrometheusSpecApiserverConfigTlsConfigCa {
  readonly configMap?: PrometheusSpecApiserverConfigTlsConfigCaConfigMap;
  readonly secret?: PrometheusSpecApiserverConfigTlsConfigCaSecret;
}

/** `spec.apiserverConfig` of a Prometheus. */
export interface PrometheusSpecApiserverConfig {
  readonly authorization?: PrometheusSpecApiserverConfigAuthorization;
  readonly basicAuth?: PrometheusSpecApiserverConfigBasicAuth;
  /** @deprecated */
  readonly bearerToken?: string;
  /** @deprecated */
  readonly bearerTokenFile?: string;
  readonly host: string;
  readonly noProxy?: string;
  readonly proxyConnectHeader?: { readonly [key: string]: readonly PrometheusSpecApiserverConfigProxyConnectHeaderItem[] };
  readonly proxyFromEnvironment?: boolean;
  /** Pattern: `^(http|https|socks5)://.+$`. */
  readonly proxyUrl?: string;
  readonly tlsConfig?: PrometheusSpecApiserverConfigTlsConfig;
}

/** `spec.apiserverConfig.authorization` of a Prometheus. */
export interface PrometheusSpecApiserverConfigAuthorization {
  readonly credentials?: PrometheusSpecApiserverConfigAuthorizationCredentials;
  readonly credentialsFile?: string;
  readonly type?: string;
}

/** `spec.arbitraryFSAccessThroughSMs` of a Prometheus. */
export interface PrometheusSpecArbitraryFSAccessThroughSMs {
  readonly deny?: boolean;
}

/** `spec.containers[]` of a Prometheus. */
export interface PrometheusSpecContainer {
  readonly args?: readonly string[];
  readonly command?: readonly string[];
  /** One item for each name. */
  readonly env?: readonly PrometheusSpecContainerEnvItem[];
  readonly envFrom?: readonly PrometheusSpecContainerEnvFromItem[];
  readonly image?: string;
  readonly imagePullPolicy?: string;
  readonly lifecycle?: PrometheusSpecContainerLifecycle;
  readonly livenessProbe?: PrometheusSpecContainerLivenessProbe;
  readonly name: string;
  /** One item for each containerPort, protocol. */
  readonly ports?: readonly PrometheusSpecContainerPort[];
  readonly readinessProbe?: PrometheusSpecContainerReadinessProbe;
  readonly resizePolicy?: readonly PrometheusSpecContainerResizePolicyItem[];
  readonly resources?: PrometheusSpecContainerResources;
  readonly restartPolicy?: string;
  readonly securityContext?: PrometheusSpecContainerSecurityContext;
  readonly startupProbe?: PrometheusSpecContainerStartupProbe;
  readonly stdin?: boolean;
  readonly stdinOnce?: boolean;
  readonly terminationMessagePath?: string;
  readonly terminationMessagePolicy?: string;
  readonly tty?: boolean;
  /** One item for each devicePath. */
  readonly volumeDevices?: readonly PrometheusSpecContainerVolumeDevice[];
  /** One item for each mountPath. */
  readonly volumeMounts?: readonly PrometheusSpecContainerVolumeMount[];
  readonly workingDir?: string;
}

/** `spec.containers[].env[]` of a Prometheus. */
export interface PrometheusSpecContainerEnvItem {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: PrometheusSpecContainerEnvItemValueFrom;
}

/** `spec.containers[].env[].valueFrom` of a Prometheus. */
export interface PrometheusSpecContainerEnvItemValueFrom {
  readonly configMapKeyRef?: PrometheusSpecContainerEnvItemValueFromConfigMapKeyRef;
  readonly fieldRef?: PrometheusSpecContainerEnvItemValueFromFieldRef;
  readonly resourceFieldRef?: PrometheusSpecContainerEnvItemValueFromResourceFieldRef;
  readonly secretKeyRef?: PrometheusSpecContainerEnvItemValueFromSecretKeyRef;
}

/** `spec.containers[].env[].valueFrom.fieldRef` of a Prometheus. */
export interface PrometheusSpecContainerEnvItemValueFromFieldRef {
  readonly apiVersion?: string;
  readonly fieldPath: string;
}

/** `spec.containers[].env[].valueFrom.resourceFieldRef` of a Prometheus. */
export interface PrometheusSpecContainerEnvItemValueFromResourceFieldRef {
  readonly containerName?: string;
  /**
   * Pattern: `^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$`.
   */
  readonly divisor?: number | string;
  readonly resource: string;
}

/** `spec.containers[].envFrom[]` of a Prometheus. */
export interface PrometheusSpecContainerEnvFromItem {
  readonly configMapRef?: PrometheusSpecContainerEnvFromItemConfigMapRef;
  readonly prefix?: string;
  readonly secretRef?: PrometheusSpecContainerEnvFromItemSecretRef;
}

/** `spec.containers[].envFrom[].configMapRef` of a Prometheus. */
export interface PrometheusSpecContainerEnvFromItemConfigMapRef {
  /** @default "" */
  readonly name?: string;
  readonly optional?: boolean;
}

/** `spec.containers[].lifecycle` of a Prometheus. */
export interface PrometheusSpecContainerLifecycle {
  readonly postStart?: PrometheusSpecContainerLifecyclePostStart;
  readonly preStop?: PrometheusSpecContainerLifecyclePreStop;
  readonly stopSignal?: string;
}

/** `spec.containers[].lifecycle.postStart` of a Prometheus. */
export interface PrometheusSpecContainerLifecyclePostStart {
  readonly exec?: PrometheusSpecContainerLifecyclePostStartExec;
  readonly httpGet?: PrometheusSpecContainerLifecyclePostStartHttpGet;
  readonly sleep?: PrometheusSpecContainerLifecyclePostStartSleep;
  /** @deprecated */
  readonly tcpSocket?: PrometheusSpecContainerLifecyclePostStartTcpSocket;
}

/** `spec.containers[].livenessProbe.exec` of a Prometheus. */
export interface PrometheusSpecContainerLivenessProbeExec {
  readonly command?: readonly string[];
}

/** `spec.containers[].livenessProbe.httpGet` of a Prometheus. */
export interface PrometheusSpecContainerLivenessProbeHttpGet {
  readonly host?: string;
  readonly httpHeaders?: readonly PrometheusSpecContainerLivenessProbeHttpGetHttpHeader[];
  readonly path?: string;
  readonly port: number | string;
  readonly scheme?: string;
}

/** `spec.securityContext.sysctls[]` of a Prometheus. */
export interface PrometheusSpecSecurityContextSysctl {
  readonly name: string;
  readonly value: string;
}

/** `spec.containers[].lifecycle.postStart.sleep` of a Prometheus. */
export interface PrometheusSpecContainerLifecyclePostStartSleep {
  /** Format: int64. */
  readonly seconds: number;
}

/** `spec.containers[].livenessProbe.tcpSocket` of a Prometheus. */
export interface PrometheusSpecContainerLivenessProbeTcpSocket {
  readonly host?: string;
  readonly port: number | string;
}

/** `spec.containers[].livenessProbe` of a Prometheus. */
export interface PrometheusSpecContainerLivenessProbe {
  readonly exec?: PrometheusSpecContainerLivenessProbeExec;
  /** Format: int32. */
  readonly failureThreshold?: number;
  readonly grpc?: PrometheusSpecContainerLivenessProbeGrpc;
  readonly httpGet?: PrometheusSpecContainerLivenessProbeHttpGet;
  /** Format: int32. */
  readonly initialDelaySeconds?: number;
  /** Format: int32. */
  readonly periodSeconds?: number;
  /** Format: int32. */
  readonly successThreshold?: number;
  readonly tcpSocket?: PrometheusSpecContainerLivenessProbeTcpSocket;
  /** Format: int64. */
  readonly terminationGracePeriodSeconds?: number;
  /** Format: int32. */
  readonly timeoutSeconds?: number;
}

/** `spec.containers[].livenessProbe.grpc` of a Prometheus. */
export interface PrometheusSpecContainerLivenessProbeGrpc {
  /** Format: int32. */
  readonly port: number;
  /** @default "" */
  readonly service?: string;
}

/** `spec.containers[].ports[]` of a Prometheus. */
export interface PrometheusSpecContainerPort {
  /** Format: int32. */
  readonly containerPort: number;
  readonly hostIP?: string;
  /** Format: int32. */
  readonly hostPort?: number;
  readonly name?: string;
  /** @default "TCP" */
  readonly protocol?: string;
}

/** `spec.containers[].resizePolicy[]` of a Prometheus. */
export interface PrometheusSpecContainerResizePolicyItem {
  readonly resourceName: string;
  readonly restartPolicy: string;
}

/** `spec.resources` of a Prometheus. */
export interface PrometheusSpecResources {
  /** One item for each name. */
  readonly claims?: readonly PrometheusSpecResourcesClaim[];
  /**
   * Each value: Pattern: `^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$`.
   */
  readonly limits?: { readonly [key: string]: number | string };
  /**
   * Each value: Pattern: `^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$`.
   */
  readonly requests?: { readonly [key: string]: number | string };
}

/** `spec.resources.claims[]` of a Prometheus. */
export interface PrometheusSpecResourcesClaim {
  readonly name: string;
  readonly request?: string;
}

/** `spec.containers[].securityContext` of a Prometheus. */
export interface PrometheusSpecContainerSecurityContext {
  readonly allowPrivilegeEscalation?: boolean;
  readonly appArmorProfile?: PrometheusSpecContainerSecurityContextAppArmorProfile;
  readonly capabilities?: PrometheusSpecContainerSecurityContextCapabilities;
  readonly privileged?: boolean;
  readonly procMount?: string;
  readonly readOnlyRootFilesystem?: boolean;
  /** Format: int64. */
  readonly runAsGroup?: number;
  readonly runAsNonRoot?: boolean;
  /** Format: int64. */
  readonly runAsUser?: number;
  readonly seLinuxOptions?: PrometheusSpecContainerSecurityContextSeLinuxOptions;
  readonly seccompProfile?: PrometheusSpecContainerSecurityContextSeccompProfile;
  readonly windowsOptions?: PrometheusSpecContainerSecurityContextWindowsOptions;
}

/** `spec.securityContext.appArmorProfile` of a Prometheus. */
export interface PrometheusSpecSecurityContextAppArmorProfile {
  readonly localhostProfile?: string;
  readonly type: string;
}

/** `spec.containers[].securityContext.capabilities` of a Prometheus. */
export interface PrometheusSpecContainerSecurityContextCapabilities {
  readonly add?: readonly string[];
  readonly drop?: readonly string[];
}

/** `spec.securityContext.seLinuxOptions` of a Prometheus. */
export interface PrometheusSpecSecurityContextSeLinuxOptions {
  readonly level?: string;
  readonly role?: string;
  readonly type?: string;
  readonly user?: string;
}

/** `spec.securityContext.windowsOptions` of a Prometheus. */
export interface PrometheusSpecSecurityContextWindowsOptions {
  readonly gmsaCredentialSpec?: string;
  readonly gmsaCredentialSpecName?: string;
  readonly hostProcess?: boolean;
  readonly runAsUserName?: string;
}

/** `spec.containers[].volumeDevices[]` of a Prometheus. */
export interface PrometheusSpecContainerVolumeDevice {
  readonly devicePath: string;
  readonly name: string;
}

/** `spec.volumeMounts[]` of a Prometheus. */
export interface PrometheusSpecVolumeMount {
  readonly mountPath: string;
  readonly mountPropagation?: string;
  readonly name: string;
  readonly readOnly?: boolean;
  readonly recursiveReadOnly?: string;
  readonly subPath?: string;
  readonly subPathExpr?: string;
}

/** `spec.dnsConfig` of a Prometheus. */
export interface PrometheusSpecDnsConfig {
  /** Each item: At least 1 character. */
  readonly nameservers?: readonly string[];
  /** One item for each name. */
  readonly options?: readonly PrometheusSpecDnsConfigOption[];
  /** Each item: At least 1 character. */
  readonly searches?: readonly string[];
}

/** `spec.excludedFromEnforcement[]` of a Prometheus. */
export interface PrometheusSpecExcludedFromEnforcementItem {
  /** @default "monitoring.coreos.com" */
  readonly group?: 'monitoring.coreos.com';
  readonly name?: string;
  /** At least 1 character. */
  readonly namespace: string;
  readonly resource: 'prometheusrules' | 'servicemonitors' | 'podmonitors' | 'probes' | 'scrapeconfigs';
}

/** `spec.exemplars` of a Prometheus. */
export interface PrometheusSpecExemplars {
  /** Format: int64. */
  readonly maxSize?: number;
}

/** `spec.hostAliases[]` of a Prometheus. */
export interface PrometheusSpecHostAliase {
  readonly hostnames: readonly string[];
  readonly ip: string;
}

/** `spec.imagePullSecrets[]` of a Prometheus. */
export interface PrometheusSpecImagePullSecret {
  /** @default "" */
  readonly name?: string;
}

/** `spec.otlp` of a Prometheus. */
export interface PrometheusSpecOtlp {
  readonly convertHistogramsToNHCB?: boolean;
  /**
   * At least 1 item.
   * Each item: At least 1 character.
   */
  readonly ignoreResourceAttributes?: readonly string[];
  readonly keepIdentifyingResourceAttributes?: boolean;
  readonly promoteAllResourceAttributes?: boolean;
  /**
   * At least 1 item.
   * Each item: At least 1 character.
   */
  readonly promoteResourceAttributes?: readonly string[];
  readonly translationStrategy?: 'NoUTF8EscapingWithSuffixes' | 'UnderscoreEscapingWithSuffixes' | 'NoTranslation';
}

/** `spec.persistentVolumeClaimRetentionPolicy` of a Prometheus. */
export interface PrometheusSpecPersistentVolumeClaimRetentionPolicy {
  readonly whenDeleted?: string;
  readonly whenScaled?: string;
}

/** `spec.podMetadata` of a Prometheus. */
export interface PrometheusSpecPodMetadata {
  readonly annotations?: { readonly [key: string]: string };
  readonly labels?: { readonly [key: string]: string };
  readonly name?: string;
}

/** `spec.prometheusRulesExcludedFromEnforce[]` of a Prometheus. */
export interface PrometheusSpecPrometheusRulesExcludedFromEnforceItem {
  readonly ruleName: string;
  readonly ruleNamespace: string;
}

/** `spec.query` of a Prometheus. */
export interface PrometheusSpecQuery {
  readonly lookbackDelta?: string;
  /**
   * At least 1.
   * Format: int32.
   */
  readonly maxConcurrency?: number;
  /** Format: int32. */
  readonly maxSamples?: number;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly timeout?: string;
}

/** `spec.remoteRead[]` of a Prometheus. */
export interface PrometheusSpecRemoteReadItem {
  readonly authorization?: PrometheusSpecRemoteReadItemAuthorization;
  readonly basicAuth?: PrometheusSpecRemoteReadItemBasicAuth;
  /** @deprecated */
  readonly bearerToken?: string;
  /** @deprecated */
  readonly bearerTokenFile?: string;
  readonly filterExternalLabels?: boolean;
  readonly followRedirects?: boolean;
  readonly headers?: { readonly [key: string]: string };
  readonly name?: string;
  readonly noProxy?: string;
  readonly oauth2?: PrometheusSpecRemoteReadItemOauth2;
  readonly proxyConnectHeader?: { readonly [key: string]: readonly PrometheusSpecRemoteReadItemProxyConnectHeaderItem[] };
  readonly proxyFromEnvironment?: boolean;
  /** Pattern: `^(http|https|socks5)://.+$`. */
  readonly proxyUrl?: string;
  readonly readRecent?: boolean;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly remoteTimeout?: string;
  readonly requiredMatchers?: { readonly [key: string]: string };
  readonly tlsConfig?: PrometheusSpecRemoteReadItemTlsConfig;
  readonly url: string;
}

/** `spec.remoteRead[].oauth2` of a Prometheus. */
export interface PrometheusSpecRemoteReadItemOauth2 {
  readonly clientId: PrometheusSpecRemoteReadItemOauth2ClientId;
  readonly clientSecret: PrometheusSpecRemoteReadItemOauth2ClientSecret;
  readonly endpointParams?: { readonly [key: string]: string };
  readonly noProxy?: string;
  readonly proxyConnectHeader?: { readonly [key: string]: readonly PrometheusSpecRemoteReadItemOauth2ProxyConnectHeaderItem[] };
  readonly proxyFromEnvironment?: boolean;
  /** Pattern: `^(http|https|socks5)://.+$`. */
  readonly proxyUrl?: string;
  readonly scopes?: readonly string[];
  readonly tlsConfig?: PrometheusSpecRemoteReadItemOauth2TlsConfig;
  /** At least 1 character. */
  readonly tokenUrl: string;
}

/** `spec.remoteRead[].oauth2.tlsConfig` of a Prometheus. */
export interface PrometheusSpecRemoteReadItemOauth2TlsConfig {
  readonly ca?: PrometheusSpecRemoteReadItemOauth2TlsConfigCa;
  readonly cert?: PrometheusSpecRemoteReadItemOauth2TlsConfigCert;
  readonly insecureSkipVerify?: boolean;
  readonly keySecret?: PrometheusSpecRemoteReadItemOauth2TlsConfigKeySecret;
  readonly maxVersion?: 'TLS10' | 'TLS11' | 'TLS12' | 'TLS13';
  readonly minVersion?: 'TLS10' | 'TLS11' | 'TLS12' | 'TLS13';
  readonly serverName?: string;
}

/** `spec.remoteWrite[]` of a Prometheus. */
export interface PrometheusSpecRemoteWriteItem {
  readonly authorization?: PrometheusSpecRemoteWriteItemAuthorization;
  readonly azureAd?: PrometheusSpecRemoteWriteItemAzureAd;
  readonly basicAuth?: PrometheusSpecRemoteWriteItemBasicAuth;
  /** @deprecated */
  readonly bearerToken?: string;
  /** @deprecated */
  readonly bearerTokenFile?: string;
  readonly enableHTTP2?: boolean;
  readonly followRedirects?: boolean;
  readonly headers?: { readonly [key: string]: string };
  readonly messageVersion?: 'V1.0' | 'V2.0';
  readonly metadataConfig?: PrometheusSpecRemoteWriteItemMetadataConfig;
  readonly name?: string;
  readonly noProxy?: string;
  readonly oauth2?: PrometheusSpecRemoteWriteItemOauth2;
  readonly proxyConnectHeader?: { readonly [key: string]: readonly PrometheusSpecRemoteWriteItemProxyConnectHeaderItem[] };
  readonly proxyFromEnvironment?: boolean;
  /** Pattern: `^(http|https|socks5)://.+$`. */
  readonly proxyUrl?: string;
  readonly queueConfig?: PrometheusSpecRemoteWriteItemQueueConfig;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly remoteTimeout?: string;
  readonly roundRobinDNS?: boolean;
  readonly sendExemplars?: boolean;
  readonly sendNativeHistograms?: boolean;
  readonly sigv4?: PrometheusSpecRemoteWriteItemSigv4;
  readonly tlsConfig?: PrometheusSpecRemoteWriteItemTlsConfig;
  /** At least 1 character. */
  readonly url: string;
  readonly writeRelabelConfigs?: readonly PrometheusSpecRemoteWriteItemWriteRelabelConfig[];
}

/** `spec.remoteWrite[].azureAd` of a Prometheus. */
export interface PrometheusSpecRemoteWriteItemAzureAd {
  readonly cloud?: 'AzureChina' | 'AzureGovernment' | 'AzurePublic';
  readonly managedIdentity?: PrometheusSpecRemoteWriteItemAzureAdManagedIdentity;
  readonly oauth?: PrometheusSpecRemoteWriteItemAzureAdOauth;
  readonly sdk?: PrometheusSpecRemoteWriteItemAzureAdSdk;
}

/** `spec.remoteWrite[].azureAd.managedIdentity` of a Prometheus. */
export interface PrometheusSpecRemoteWriteItemAzureAdManagedIdentity {
  readonly clientId: string;
}

/** `spec.remoteWrite[].azureAd.oauth` of a Prometheus. */
export interface PrometheusSpecRemoteWriteItemAzureAdOauth {
  /** At least 1 character. */
  readonly clientId: string;
  readonly clientSecret: PrometheusSpecRemoteWriteItemAzureAdOauthClientSecret;
  /**
   * At least 1 character.
   * Pattern: `^[0-9a-zA-Z-.]+$`.
   */
  readonly tenantId: string;
}

/** `spec.remoteWrite[].azureAd.sdk` of a Prometheus. */
export interface PrometheusSpecRemoteWriteItemAzureAdSdk {
  /** Pattern: `^[0-9a-zA-Z-.]+$`. */
  readonly tenantId?: string;
}

/** `spec.remoteWrite[].metadataConfig` of a Prometheus. */
export interface PrometheusSpecRemoteWriteItemMetadataConfig {
  /**
   * At least -1.
   * Format: int32.
   */
  readonly maxSamplesPerSend?: number;
  readonly send?: boolean;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly sendInterval?: string;
}

/** `spec.remoteWrite[].queueConfig` of a Prometheus. */
export interface PrometheusSpecRemoteWriteItemQueueConfig {
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly batchSendDeadline?: string;
  readonly capacity?: number;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly maxBackoff?: string;
  readonly maxRetries?: number;
  readonly maxSamplesPerSend?: number;
  readonly maxShards?: number;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly minBackoff?: string;
  readonly minShards?: number;
  readonly retryOnRateLimit?: boolean;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly sampleAgeLimit?: string;
}

/** `spec.rules` of a Prometheus. */
export interface PrometheusSpecRules {
  readonly alert?: PrometheusSpecRulesAlert;
}

/** `spec.rules.alert` of a Prometheus. */
export interface PrometheusSpecRulesAlert {
  readonly forGracePeriod?: string;
  readonly forOutageTolerance?: string;
  readonly resendDelay?: string;
}

/** `spec.runtime` of a Prometheus. */
export interface PrometheusSpecRuntime {
  /**
   * At least -1.
   * Format: int32.
   */
  readonly goGC?: number;
}

/** `spec.scrapeClasses[]` of a Prometheus. */
export interface PrometheusSpecScrapeClass {
  readonly attachMetadata?: PrometheusSpecScrapeClassAttachMetadata;
  readonly authorization?: PrometheusSpecScrapeClassAuthorization;
  readonly default?: boolean;
  readonly fallbackScrapeProtocol?:
    | 'PrometheusProto'
    | 'OpenMetricsText0.0.1'
    | 'OpenMetricsText1.0.0'
    | 'PrometheusText0.0.4'
    | 'PrometheusText1.0.0';
  readonly metricRelabelings?: readonly PrometheusSpecScrapeClassMetricRelabeling[];
  /** At least 1 character. */
  readonly name: string;
  readonly relabelings?: readonly PrometheusSpecScrapeClassRelabeling[];
  readonly tlsConfig?: PrometheusSpecScrapeClassTlsConfig;
}

/** `spec.scrapeClasses[].attachMetadata` of a Prometheus. */
export interface PrometheusSpecScrapeClassAttachMetadata {
  readonly node?: boolean;
}

/** `spec.securityContext` of a Prometheus. */
export interface PrometheusSpecSecurityContext {
  readonly appArmorProfile?: PrometheusSpecSecurityContextAppArmorProfile;
  /** Format: int64. */
  readonly fsGroup?: number;
  readonly fsGroupChangePolicy?: string;
  /** Format: int64. */
  readonly runAsGroup?: number;
  readonly runAsNonRoot?: boolean;
  /** Format: int64. */
  readonly runAsUser?: number;
  readonly seLinuxChangePolicy?: string;
  readonly seLinuxOptions?: PrometheusSpecSecurityContextSeLinuxOptions;
  readonly seccompProfile?: PrometheusSpecSecurityContextSeccompProfile;
  /** Each item: Format: int64. */
  readonly supplementalGroups?: readonly number[];
  readonly supplementalGroupsPolicy?: string;
  readonly sysctls?: readonly PrometheusSpecSecurityContextSysctl[];
  readonly windowsOptions?: PrometheusSpecSecurityContextWindowsOptions;
}

/** `spec.shardRetentionPolicy` of a Prometheus. */
export interface PrometheusSpecShardRetentionPolicy {
  readonly retain?: PrometheusSpecShardRetentionPolicyRetain;
  readonly whenScaled?: 'Retain' | 'Delete';
}

/** `spec.shardRetentionPolicy.retain` of a Prometheus. */
export interface PrometheusSpecShardRetentionPolicyRetain {
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly retentionPeriod: string;
}

/** `spec.storage` of a Prometheus. */
export interface PrometheusSpecStorage {
  /** @deprecated */
  readonly disableMountSubPath?: boolean;
  readonly emptyDir?: PrometheusSpecStorageEmptyDir;
  readonly ephemeral?: PrometheusSpecStorageEphemeral;
  readonly volumeClaimTemplate?: PrometheusSpecStorageVolumeClaimTemplate;
}

/** `spec.storage.emptyDir` of a Prometheus. */
export interface PrometheusSpecStorageEmptyDir {
  readonly medium?: string;
  /**
   * Pattern: `^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$`.
   */
  readonly sizeLimit?: number | string;
}

/** `spec.storage.ephemeral` of a Prometheus. */
export interface PrometheusSpecStorageEphemeral {
  readonly volumeClaimTemplate?: PrometheusSpecStorageEphemeralVolumeClaimTemplate;
}

/** `spec.storage.ephemeral.volumeClaimTemplate` of a Prometheus. */
export interface PrometheusSpecStorageEphemeralVolumeClaimTemplate {
  readonly metadata?: { readonly [key: string]: never };
  readonly spec: PrometheusSpecStorageEphemeralVolumeClaimTemplateSpec;
}

/** `spec.storage.volumeClaimTemplate.spec` of a Prometheus. */
export interface PrometheusSpecStorageVolumeClaimTemplateSpec {
  readonly accessModes?: readonly string[];
  readonly dataSource?: PrometheusSpecStorageVolumeClaimTemplateSpecDataSource;
  readonly dataSourceRef?: PrometheusSpecStorageVolumeClaimTemplateSpecDataSourceRef;
  readonly resources?: PrometheusSpecStorageVolumeClaimTemplateSpecResources;
  readonly selector?: PrometheusSpecStorageVolumeClaimTemplateSpecSelector;
  readonly storageClassName?: string;
  readonly volumeAttributesClassName?: string;
  readonly volumeMode?: string;
  readonly volumeName?: string;
}

/** `spec.storage.volumeClaimTemplate.spec.dataSource` of a Prometheus. */
export interface PrometheusSpecStorageVolumeClaimTemplateSpecDataSource {
  readonly apiGroup?: string;
  readonly kind: string;
  readonly name: string;
}

/** `spec.storage.volumeClaimTemplate.spec.dataSourceRef` of a Prometheus. */
export interface PrometheusSpecStorageVolumeClaimTemplateSpecDataSourceRef {
  readonly apiGroup?: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

/** `spec.storage.volumeClaimTemplate.spec.resources` of a Prometheus. */
export interface PrometheusSpecStorageVolumeClaimTemplateSpecResources {
  /**
   * Each value: Pattern: `^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$`.
   */
  readonly limits?: { readonly [key: string]: number | string };
  /**
   * Each value: Pattern: `^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$`.
   */
  readonly requests?: { readonly [key: string]: number | string };
}

/** `spec.storage.volumeClaimTemplate` of a Prometheus. */
export interface PrometheusSpecStorageVolumeClaimTemplate {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: PrometheusSpecStorageVolumeClaimTemplateMetadata;
  readonly spec?: PrometheusSpecStorageVolumeClaimTemplateSpec;
  /** @deprecated */
  readonly status?: PrometheusSpecStorageVolumeClaimTemplateStatus;
}

/** `spec.storage.volumeClaimTemplate.status` of a Prometheus. */
export interface PrometheusSpecStorageVolumeClaimTemplateStatus {
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
  readonly conditions?: readonly PrometheusSpecStorageVolumeClaimTemplateStatusCondition[];
  readonly currentVolumeAttributesClassName?: string;
  readonly modifyVolumeStatus?: PrometheusSpecStorageVolumeClaimTemplateStatusModifyVolumeStatus;
  readonly phase?: string;
}

/** `spec.storage.volumeClaimTemplate.status.conditions[]` of a Prometheus. */
export interface PrometheusSpecStorageVolumeClaimTemplateStatusCondition {
  /** Format: date-time. */
  readonly lastProbeTime?: string;
  /** Format: date-time. */
  readonly lastTransitionTime?: string;
  readonly message?: string;
  readonly reason?: string;
  readonly status: string;
  readonly type: string;
}

/** `spec.storage.volumeClaimTemplate.status.modifyVolumeStatus` of a Prometheus. */
export interface PrometheusSpecStorageVolumeClaimTemplateStatusModifyVolumeStatus {
  readonly status: string;
  readonly targetVolumeAttributesClassName?: string;
}

/** `spec.thanos` of a Prometheus. */
export interface PrometheusSpecThanos {
  readonly additionalArgs?: readonly PrometheusSpecThanosAdditionalArg[];
  /** @deprecated */
  readonly baseImage?: string;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   *
   * @default "2h"
   */
  readonly blockSize?: string;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly getConfigInterval?: string;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly getConfigTimeout?: string;
  readonly grpcListenLocal?: boolean;
  readonly grpcServerTlsConfig?: PrometheusSpecThanosGrpcServerTlsConfig;
  readonly httpListenLocal?: boolean;
  readonly image?: string;
  /** @deprecated */
  readonly listenLocal?: boolean;
  readonly logFormat?: '' | 'logfmt' | 'json';
  readonly logLevel?: '' | 'debug' | 'info' | 'warn' | 'error';
  readonly minTime?: string;
  readonly objectStorageConfig?: PrometheusSpecThanosObjectStorageConfig;
  readonly objectStorageConfigFile?: string;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly readyTimeout?: string;
  readonly resources?: PrometheusSpecThanosResources;
  /** @deprecated */
  readonly sha?: string;
  /** @deprecated */
  readonly tag?: string;
  readonly tracingConfig?: PrometheusSpecThanosTracingConfig;
  readonly tracingConfigFile?: string;
  readonly version?: string;
  readonly volumeMounts?: readonly PrometheusSpecThanosVolumeMount[];
}

/** `spec.tolerations[]` of a Prometheus. */
export interface PrometheusSpecToleration {
  readonly effect?: string;
  readonly key?: string;
  readonly operator?: string;
  /** Format: int64. */
  readonly tolerationSeconds?: number;
  readonly value?: string;
}

/** `spec.topologySpreadConstraints[]` of a Prometheus. */
export interface PrometheusSpecTopologySpreadConstraint {
  readonly additionalLabelSelectors?: 'OnResource' | 'OnShard';
  readonly labelSelector?: PrometheusSpecTopologySpreadConstraintLabelSelector;
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

/** `spec.tracingConfig` of a Prometheus. */
export interface PrometheusSpecTracingConfig {
  readonly clientType?: 'http' | 'grpc';
  readonly compression?: 'gzip';
  /** At least 1 character. */
  readonly endpoint: string;
  readonly headers?: { readonly [key: string]: string };
  readonly insecure?: boolean;
  /**
   * Pattern: `^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$`.
   */
  readonly samplingFraction?: number | string;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly timeout?: string;
  readonly tlsConfig?: PrometheusSpecTracingConfigTlsConfig;
}

/** `spec.tsdb` of a Prometheus. */
export interface PrometheusSpecTsdb {
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly outOfOrderTimeWindow?: string;
}

/** `spec.volumes[]` of a Prometheus. */
export interface PrometheusSpecVolume {
  readonly awsElasticBlockStore?: PrometheusSpecVolumeAwsElasticBlockStore;
  readonly azureDisk?: PrometheusSpecVolumeAzureDisk;
  readonly azureFile?: PrometheusSpecVolumeAzureFile;
  readonly cephfs?: PrometheusSpecVolumeCephfs;
  readonly cinder?: PrometheusSpecVolumeCinder;
  readonly configMap?: PrometheusSpecVolumeConfigMap;
  readonly csi?: PrometheusSpecVolumeCsi;
  readonly downwardAPI?: PrometheusSpecVolumeDownwardAPI;
  readonly emptyDir?: PrometheusSpecVolumeEmptyDir;
  readonly ephemeral?: PrometheusSpecVolumeEphemeral;
  readonly fc?: PrometheusSpecVolumeFc;
  readonly flexVolume?: PrometheusSpecVolumeFlexVolume;
  readonly flocker?: PrometheusSpecVolumeFlocker;
  readonly gcePersistentDisk?: PrometheusSpecVolumeGcePersistentDisk;
  readonly gitRepo?: PrometheusSpecVolumeGitRepo;
  readonly glusterfs?: PrometheusSpecVolumeGlusterfs;
  readonly hostPath?: PrometheusSpecVolumeHostPath;
  readonly image?: PrometheusSpecVolumeImage;
  readonly iscsi?: PrometheusSpecVolumeIscsi;
  readonly name: string;
  readonly nfs?: PrometheusSpecVolumeNfs;
  readonly persistentVolumeClaim?: PrometheusSpecVolumePersistentVolumeClaim;
  readonly photonPersistentDisk?: PrometheusSpecVolumePhotonPersistentDisk;
  readonly portworxVolume?: PrometheusSpecVolumePortworxVolume;
  readonly projected?: PrometheusSpecVolumeProjected;
  readonly quobyte?: PrometheusSpecVolumeQuobyte;
  readonly rbd?: PrometheusSpecVolumeRbd;
  readonly scaleIO?: PrometheusSpecVolumeScaleIO;
  readonly secret?: PrometheusSpecVolumeSecret;
  readonly storageos?: PrometheusSpecVolumeStorageos;
  readonly vsphereVolume?: PrometheusSpecVolumeVsphereVolume;
}

/** `spec.volumes[].awsElasticBlockStore` of a Prometheus. */
export interface PrometheusSpecVolumeAwsElasticBlockStore {
  readonly fsType?: string;
  /** Format: int32. */
  readonly partition?: number;
  readonly readOnly?: boolean;
  readonly volumeID: string;
}

/** `spec.volumes[].azureDisk` of a Prometheus. */
export interface PrometheusSpecVolumeAzureDisk {
  readonly cachingMode?: string;
  readonly diskName: string;
  readonly diskURI: string;
  /** @default "ext4" */
  readonly fsType?: string;
  readonly kind?: string;
  /** @default false */
  readonly readOnly?: boolean;
}

/** `spec.volumes[].azureFile` of a Prometheus. */
export interface PrometheusSpecVolumeAzureFile {
  readonly readOnly?: boolean;
  readonly secretName: string;
  readonly shareName: string;
}

/** `spec.volumes[].cephfs` of a Prometheus. */
export interface PrometheusSpecVolumeCephfs {
  readonly monitors: readonly string[];
  readonly path?: string;
  readonly readOnly?: boolean;
  readonly secretFile?: string;
  readonly secretRef?: PrometheusSpecVolumeCephfsSecretRef;
  readonly user?: string;
}

/** `spec.volumes[].cinder` of a Prometheus. */
export interface PrometheusSpecVolumeCinder {
  readonly fsType?: string;
  readonly readOnly?: boolean;
  readonly secretRef?: PrometheusSpecVolumeCinderSecretRef;
  readonly volumeID: string;
}

/** `spec.volumes[].configMap` of a Prometheus. */
export interface PrometheusSpecVolumeConfigMap {
  /** Format: int32. */
  readonly defaultMode?: number;
  readonly items?: readonly PrometheusSpecVolumeConfigMapItem[];
  /** @default "" */
  readonly name?: string;
  readonly optional?: boolean;
}

/** `spec.volumes[].configMap.items[]` of a Prometheus. */
export interface PrometheusSpecVolumeConfigMapItem {
  readonly key: string;
  /** Format: int32. */
  readonly mode?: number;
  readonly path: string;
}

/** `spec.volumes[].csi` of a Prometheus. */
export interface PrometheusSpecVolumeCsi {
  readonly driver: string;
  readonly fsType?: string;
  readonly nodePublishSecretRef?: PrometheusSpecVolumeCsiNodePublishSecretRef;
  readonly readOnly?: boolean;
  readonly volumeAttributes?: { readonly [key: string]: string };
}

/** `spec.volumes[].downwardAPI` of a Prometheus. */
export interface PrometheusSpecVolumeDownwardAPI {
  /** Format: int32. */
  readonly defaultMode?: number;
  readonly items?: readonly PrometheusSpecVolumeDownwardAPIItem[];
}

/** `spec.volumes[].downwardAPI.items[]` of a Prometheus. */
export interface PrometheusSpecVolumeDownwardAPIItem {
  readonly fieldRef?: PrometheusSpecVolumeDownwardAPIItemFieldRef;
  /** Format: int32. */
  readonly mode?: number;
  readonly path: string;
  readonly resourceFieldRef?: PrometheusSpecVolumeDownwardAPIItemResourceFieldRef;
}

/** `spec.volumes[].fc` of a Prometheus. */
export interface PrometheusSpecVolumeFc {
  readonly fsType?: string;
  /** Format: int32. */
  readonly lun?: number;
  readonly readOnly?: boolean;
  readonly targetWWNs?: readonly string[];
  readonly wwids?: readonly string[];
}

/** `spec.volumes[].flexVolume` of a Prometheus. */
export interface PrometheusSpecVolumeFlexVolume {
  readonly driver: string;
  readonly fsType?: string;
  readonly options?: { readonly [key: string]: string };
  readonly readOnly?: boolean;
  readonly secretRef?: PrometheusSpecVolumeFlexVolumeSecretRef;
}

/** `spec.volumes[].flocker` of a Prometheus. */
export interface PrometheusSpecVolumeFlocker {
  readonly datasetName?: string;
  readonly datasetUUID?: string;
}

/** `spec.volumes[].gcePersistentDisk` of a Prometheus. */
export interface PrometheusSpecVolumeGcePersistentDisk {
  readonly fsType?: string;
  /** Format: int32. */
  readonly partition?: number;
  readonly pdName: string;
  readonly readOnly?: boolean;
}

/** `spec.volumes[].gitRepo` of a Prometheus. */
export interface PrometheusSpecVolumeGitRepo {
  readonly directory?: string;
  readonly repository: string;
  readonly revision?: string;
}

/** `spec.volumes[].glusterfs` of a Prometheus. */
export interface PrometheusSpecVolumeGlusterfs {
  readonly endpoints: string;
  readonly path: string;
  readonly readOnly?: boolean;
}

/** `spec.volumes[].hostPath` of a Prometheus. */
export interface PrometheusSpecVolumeHostPath {
  readonly path: string;
  readonly type?: string;
}

/** `spec.volumes[].image` of a Prometheus. */
export interface PrometheusSpecVolumeImage {
  readonly pullPolicy?: string;
  readonly reference?: string;
}

/** `spec.volumes[].iscsi` of a Prometheus. */
export interface PrometheusSpecVolumeIscsi {
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
  readonly secretRef?: PrometheusSpecVolumeIscsiSecretRef;
  readonly targetPortal: string;
}

/** `spec.volumes[].nfs` of a Prometheus. */
export interface PrometheusSpecVolumeNfs {
  readonly path: string;
  readonly readOnly?: boolean;
  readonly server: string;
}

/** `spec.volumes[].persistentVolumeClaim` of a Prometheus. */
export interface PrometheusSpecVolumePersistentVolumeClaim {
  readonly claimName: string;
  readonly readOnly?: boolean;
}

/** `spec.volumes[].photonPersistentDisk` of a Prometheus. */
export interface PrometheusSpecVolumePhotonPersistentDisk {
  readonly fsType?: string;
  readonly pdID: string;
}

/** `spec.volumes[].portworxVolume` of a Prometheus. */
export interface PrometheusSpecVolumePortworxVolume {
  readonly fsType?: string;
  readonly readOnly?: boolean;
  readonly volumeID: string;
}

/** `spec.volumes[].projected` of a Prometheus. */
export interface PrometheusSpecVolumeProjected {
  /** Format: int32. */
  readonly defaultMode?: number;
  readonly sources?: readonly PrometheusSpecVolumeProjectedSource[];
}

/** `spec.volumes[].projected.sources[]` of a Prometheus. */
export interface PrometheusSpecVolumeProjectedSource {
  readonly clusterTrustBundle?: PrometheusSpecVolumeProjectedSourceClusterTrustBundle;
  readonly configMap?: PrometheusSpecVolumeProjectedSourceConfigMap;
  readonly downwardAPI?: PrometheusSpecVolumeProjectedSourceDownwardAPI;
  readonly secret?: PrometheusSpecVolumeProjectedSourceSecret;
  readonly serviceAccountToken?: PrometheusSpecVolumeProjectedSourceServiceAccountToken;
}

/** `spec.volumes[].projected.sources[].clusterTrustBundle` of a Prometheus. */
export interface PrometheusSpecVolumeProjectedSourceClusterTrustBundle {
  readonly labelSelector?: PrometheusSpecVolumeProjectedSourceClusterTrustBundleLabelSelector;
  readonly name?: string;
  readonly optional?: boolean;
  readonly path: string;
  readonly signerName?: string;
}

/** `spec.volumes[].projected.sources[].configMap` of a Prometheus. */
export interface PrometheusSpecVolumeProjectedSourceConfigMap {
  readonly items?: readonly PrometheusSpecVolumeProjectedSourceConfigMapItem[];
  /** @default "" */
  readonly name?: string;
  readonly optional?: boolean;
}

/** `spec.volumes[].projected.sources[].downwardAPI` of a Prometheus. */
export interface PrometheusSpecVolumeProjectedSourceDownwardAPI {
  readonly items?: readonly PrometheusSpecVolumeProjectedSourceDownwardAPIItem[];
}

/** `spec.volumes[].projected.sources[].serviceAccountToken` of a Prometheus. */
export interface PrometheusSpecVolumeProjectedSourceServiceAccountToken {
  readonly audience?: string;
  /** Format: int64. */
  readonly expirationSeconds?: number;
  readonly path: string;
}

/** `spec.volumes[].quobyte` of a Prometheus. */
export interface PrometheusSpecVolumeQuobyte {
  readonly group?: string;
  readonly readOnly?: boolean;
  readonly registry: string;
  readonly tenant?: string;
  readonly user?: string;
  readonly volume: string;
}

/** `spec.volumes[].rbd` of a Prometheus. */
export interface PrometheusSpecVolumeRbd {
  readonly fsType?: string;
  readonly image: string;
  /** @default "/etc/ceph/keyring" */
  readonly keyring?: string;
  readonly monitors: readonly string[];
  /** @default "rbd" */
  readonly pool?: string;
  readonly readOnly?: boolean;
  readonly secretRef?: PrometheusSpecVolumeRbdSecretRef;
  /** @default "admin" */
  readonly user?: string;
}

/** `spec.volumes[].scaleIO` of a Prometheus. */
export interface PrometheusSpecVolumeScaleIO {
  /** @default "xfs" */
  readonly fsType?: string;
  readonly gateway: string;
  readonly protectionDomain?: string;
  readonly readOnly?: boolean;
  readonly secretRef: PrometheusSpecVolumeScaleIOSecretRef;
  readonly sslEnabled?: boolean;
  /** @default "ThinProvisioned" */
  readonly storageMode?: string;
  readonly storagePool?: string;
  readonly system: string;
  readonly volumeName?: string;
}

/** `spec.volumes[].secret` of a Prometheus. */
export interface PrometheusSpecVolumeSecret {
  /** Format: int32. */
  readonly defaultMode?: number;
  readonly items?: readonly PrometheusSpecVolumeSecretItem[];
  readonly optional?: boolean;
  readonly secretName?: string;
}

/** `spec.volumes[].storageos` of a Prometheus. */
export interface PrometheusSpecVolumeStorageos {
  readonly fsType?: string;
  readonly readOnly?: boolean;
  readonly secretRef?: PrometheusSpecVolumeStorageosSecretRef;
  readonly volumeName?: string;
  readonly volumeNamespace?: string;
}

/** `spec.volumes[].vsphereVolume` of a Prometheus. */
export interface PrometheusSpecVolumeVsphereVolume {
  readonly fsType?: string;
  readonly storagePolicyID?: string;
  readonly storagePolicyName?: string;
  readonly volumePath: string;
}

/** `spec.web` of a Prometheus. */
export interface PrometheusSpecWeb {
  readonly httpConfig?: PrometheusSpecWebHttpConfig;
  /**
   * At least 0.
   * Format: int32.
   */
  readonly maxConnections?: number;
  readonly pageTitle?: string;
  readonly tlsConfig?: PrometheusSpecWebTlsConfig;
}

/** `spec.web.httpConfig` of a Prometheus. */
export interface PrometheusSpecWebHttpConfig {
  readonly headers?: PrometheusSpecWebHttpConfigHeaders;
  readonly http2?: boolean;
}

/** `spec.web.httpConfig.headers` of a Prometheus. */
export interface PrometheusSpecWebHttpConfigHeaders {
  readonly contentSecurityPolicy?: string;
  readonly strictTransportSecurity?: string;
  readonly xContentTypeOptions?: '' | 'NoSniff';
  readonly xFrameOptions?: '' | 'Deny' | 'SameOrigin';
  readonly xXSSProtection?: string;
}

/** `spec.web.tlsConfig` of a Prometheus. */
export interface PrometheusSpecWebTlsConfig {
  readonly cert?: PrometheusSpecWebTlsConfigCert;
  readonly certFile?: string;
  readonly cipherSuites?: readonly string[];
  readonly clientAuthType?: string;
  readonly clientCAFile?: string;
  readonly client_ca?: PrometheusSpecWebTlsConfigClientCa;
  readonly curvePreferences?: readonly string[];
  readonly keyFile?: string;
  readonly keySecret?: PrometheusSpecWebTlsConfigKeySecret;
  readonly maxVersion?: string;
  readonly minVersion?: string;
  readonly preferServerCipherSuites?: boolean;
}

/** `status` of a Prometheus. */
export interface PrometheusStatus {
  /** Format: int32. */
  readonly availableReplicas: number;
  /** One item for each type. */
  readonly conditions?: readonly PrometheusStatusCondition[];
  readonly paused: boolean;
  /** Format: int32. */
  readonly replicas: number;
  readonly selector?: string;
  /** One item for each shardID. */
  readonly shardStatuses?: readonly PrometheusStatusShardStatuse[];
  /** Format: int32. */
  readonly shards?: number;
  /** Format: int32. */
  readonly unavailableReplicas: number;
  /** Format: int32. */
  readonly updatedReplicas: number;
}

/** `status.conditions[]` of a Prometheus. */
export interface PrometheusStatusCondition {
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

/** `status.shardStatuses[]` of a Prometheus. */
export interface PrometheusStatusShardStatuse {
  /** Format: int32. */
  readonly availableReplicas: number;
  /** Format: int32. */
  readonly replicas: number;
  readonly shardID: string;
  /** Format: int32. */
  readonly unavailableReplicas: number;
  /** Format: int32. */
  readonly updatedReplicas: number;
}

// The same fields in other places

export type PrometheusSpecAdditionalAlertRelabelConfigs = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecAdditionalScrapeConfigs = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecInitContainer = PrometheusSpecContainer;
export type PrometheusSpecPodMonitorSelector = PrometheusSpecPodMonitorNamespaceSelector;
export type PrometheusSpecProbeNamespaceSelector = PrometheusSpecPodMonitorNamespaceSelector;
export type PrometheusSpecProbeSelector = PrometheusSpecPodMonitorNamespaceSelector;
export type PrometheusSpecRuleNamespaceSelector = PrometheusSpecPodMonitorNamespaceSelector;
export type PrometheusSpecRuleSelector = PrometheusSpecPodMonitorNamespaceSelector;
export type PrometheusSpecScrapeConfigNamespaceSelector = PrometheusSpecPodMonitorNamespaceSelector;
export type PrometheusSpecScrapeConfigSelector = PrometheusSpecPodMonitorNamespaceSelector;
export type PrometheusSpecServiceMonitorNamespaceSelector = PrometheusSpecPodMonitorNamespaceSelector;
export type PrometheusSpecServiceMonitorSelector = PrometheusSpecPodMonitorNamespaceSelector;
export type PrometheusSpecAffinityPodAntiAffinity = PrometheusSpecAffinityPodAffinity;
export type PrometheusSpecApiserverConfigProxyConnectHeaderItem = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecContainerReadinessProbe = PrometheusSpecContainerLivenessProbe;
export type PrometheusSpecContainerResources = PrometheusSpecResources;
export type PrometheusSpecContainerStartupProbe = PrometheusSpecContainerLivenessProbe;
export type PrometheusSpecContainerVolumeMount = PrometheusSpecVolumeMount;
export type PrometheusSpecDnsConfigOption = PrometheusSpecAdditionalArg;
export type PrometheusSpecInitContainerEnvItem = PrometheusSpecContainerEnvItem;
export type PrometheusSpecInitContainerEnvFromItem = PrometheusSpecContainerEnvFromItem;
export type PrometheusSpecInitContainerLifecycle = PrometheusSpecContainerLifecycle;
export type PrometheusSpecInitContainerLivenessProbe = PrometheusSpecContainerLivenessProbe;
export type PrometheusSpecInitContainerPort = PrometheusSpecContainerPort;
export type PrometheusSpecInitContainerReadinessProbe = PrometheusSpecContainerLivenessProbe;
export type PrometheusSpecInitContainerResizePolicyItem = PrometheusSpecContainerResizePolicyItem;
export type PrometheusSpecInitContainerResources = PrometheusSpecResources;
export type PrometheusSpecInitContainerSecurityContext = PrometheusSpecContainerSecurityContext;
export type PrometheusSpecInitContainerStartupProbe = PrometheusSpecContainerLivenessProbe;
export type PrometheusSpecInitContainerVolumeDevice = PrometheusSpecContainerVolumeDevice;
export type PrometheusSpecInitContainerVolumeMount = PrometheusSpecVolumeMount;
export type PrometheusSpecPodMonitorSelectorMatchExpression = PrometheusSpecPodMonitorNamespaceSelectorMatchExpression;
export type PrometheusSpecProbeNamespaceSelectorMatchExpression = PrometheusSpecPodMonitorNamespaceSelectorMatchExpression;
export type PrometheusSpecProbeSelectorMatchExpression = PrometheusSpecPodMonitorNamespaceSelectorMatchExpression;
export type PrometheusSpecRemoteReadItemAuthorization = PrometheusSpecApiserverConfigAuthorization;
export type PrometheusSpecRemoteReadItemBasicAuth = PrometheusSpecApiserverConfigBasicAuth;
export type PrometheusSpecRemoteReadItemProxyConnectHeaderItem = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecRemoteReadItemTlsConfig = PrometheusSpecApiserverConfigTlsConfig;
export type PrometheusSpecRemoteWriteItemAuthorization = PrometheusSpecApiserverConfigAuthorization;
export type PrometheusSpecRemoteWriteItemBasicAuth = PrometheusSpecApiserverConfigBasicAuth;
export type PrometheusSpecRemoteWriteItemOauth2 = PrometheusSpecRemoteReadItemOauth2;
export type PrometheusSpecRemoteWriteItemProxyConnectHeaderItem = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecRemoteWriteItemTlsConfig = PrometheusSpecApiserverConfigTlsConfig;
export type PrometheusSpecRuleNamespaceSelectorMatchExpression = PrometheusSpecPodMonitorNamespaceSelectorMatchExpression;
export type PrometheusSpecRuleSelectorMatchExpression = PrometheusSpecPodMonitorNamespaceSelectorMatchExpression;
export type PrometheusSpecScrapeClassAuthorization = PrometheusSpecApiserverConfigAuthorization;
export type PrometheusSpecScrapeClassMetricRelabeling = PrometheusSpecRemoteWriteItemWriteRelabelConfig;
export type PrometheusSpecScrapeClassRelabeling = PrometheusSpecRemoteWriteItemWriteRelabelConfig;
export type PrometheusSpecScrapeClassTlsConfig = PrometheusSpecApiserverConfigTlsConfig;
export type PrometheusSpecScrapeConfigNamespaceSelectorMatchExpression = PrometheusSpecPodMonitorNamespaceSelectorMatchExpression;
export type PrometheusSpecScrapeConfigSelectorMatchExpression = PrometheusSpecPodMonitorNamespaceSelectorMatchExpression;
export type PrometheusSpecSecurityContextSeccompProfile = PrometheusSpecSecurityContextAppArmorProfile;
export type PrometheusSpecServiceMonitorNamespaceSelectorMatchExpression = PrometheusSpecPodMonitorNamespaceSelectorMatchExpression;
export type PrometheusSpecServiceMonitorSelectorMatchExpression = PrometheusSpecPodMonitorNamespaceSelectorMatchExpression;
export type PrometheusSpecThanosAdditionalArg = PrometheusSpecAdditionalArg;
export type PrometheusSpecThanosGrpcServerTlsConfig = PrometheusSpecApiserverConfigTlsConfig;
export type PrometheusSpecThanosObjectStorageConfig = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecThanosResources = PrometheusSpecResources;
export type PrometheusSpecThanosTracingConfig = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecThanosVolumeMount = PrometheusSpecVolumeMount;
export type PrometheusSpecTopologySpreadConstraintLabelSelector = PrometheusSpecPodMonitorNamespaceSelector;
export type PrometheusSpecTracingConfigTlsConfig = PrometheusSpecApiserverConfigTlsConfig;
export type PrometheusSpecVolumeEmptyDir = PrometheusSpecStorageEmptyDir;
export type PrometheusSpecVolumeEphemeral = PrometheusSpecStorageEphemeral;
export type PrometheusSpecAffinityPodAntiAffinityPreferredDuringSchedulingIgnoredDuringExecutionItem = PrometheusSpecAffinityPodAffinityPreferredDuringSchedulingIgnoredDuringExecutionItem;
export type PrometheusSpecAffinityPodAntiAffinityRequiredDuringSchedulingIgnoredDuringExecutionItem = PrometheusSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItem;
export type PrometheusSpecAlertingAlertmanagerAlertRelabeling = PrometheusSpecRemoteWriteItemWriteRelabelConfig;
export type PrometheusSpecAlertingAlertmanagerBasicAuth = PrometheusSpecApiserverConfigBasicAuth;
export type PrometheusSpecAlertingAlertmanagerProxyConnectHeaderItem = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecAlertingAlertmanagerRelabeling = PrometheusSpecRemoteWriteItemWriteRelabelConfig;
export type PrometheusSpecAlertingAlertmanagerSigv4 = PrometheusSpecRemoteWriteItemSigv4;
export type PrometheusSpecAlertingAlertmanagerTlsConfig = PrometheusSpecApiserverConfigTlsConfig;
export type PrometheusSpecApiserverConfigAuthorizationCredentials = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecApiserverConfigBasicAuthPassword = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecApiserverConfigBasicAuthUsername = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecApiserverConfigTlsConfigCert = PrometheusSpecApiserverConfigTlsConfigCa;
export type PrometheusSpecApiserverConfigTlsConfigKeySecret = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecContainerEnvFromItemSecretRef = PrometheusSpecContainerEnvFromItemConfigMapRef;
export type PrometheusSpecContainerLifecyclePreStop = PrometheusSpecContainerLifecyclePostStart;
export type PrometheusSpecContainerReadinessProbeExec = PrometheusSpecContainerLivenessProbeExec;
export type PrometheusSpecContainerReadinessProbeGrpc = PrometheusSpecContainerLivenessProbeGrpc;
export type PrometheusSpecContainerReadinessProbeHttpGet = PrometheusSpecContainerLivenessProbeHttpGet;
export type PrometheusSpecContainerReadinessProbeTcpSocket = PrometheusSpecContainerLivenessProbeTcpSocket;
export type PrometheusSpecContainerResourcesClaim = PrometheusSpecResourcesClaim;
export type PrometheusSpecContainerSecurityContextAppArmorProfile = PrometheusSpecSecurityContextAppArmorProfile;
export type PrometheusSpecContainerSecurityContextSeLinuxOptions = PrometheusSpecSecurityContextSeLinuxOptions;
export type PrometheusSpecContainerSecurityContextSeccompProfile = PrometheusSpecSecurityContextAppArmorProfile;
export type PrometheusSpecContainerSecurityContextWindowsOptions = PrometheusSpecSecurityContextWindowsOptions;
export type PrometheusSpecContainerStartupProbeExec = PrometheusSpecContainerLivenessProbeExec;
export type PrometheusSpecContainerStartupProbeGrpc = PrometheusSpecContainerLivenessProbeGrpc;
export type PrometheusSpecContainerStartupProbeHttpGet = PrometheusSpecContainerLivenessProbeHttpGet;
export type PrometheusSpecContainerStartupProbeTcpSocket = PrometheusSpecContainerLivenessProbeTcpSocket;
export type PrometheusSpecInitContainerEnvItemValueFrom = PrometheusSpecContainerEnvItemValueFrom;
export type PrometheusSpecInitContainerEnvFromItemConfigMapRef = PrometheusSpecContainerEnvFromItemConfigMapRef;
export type PrometheusSpecInitContainerEnvFromItemSecretRef = PrometheusSpecContainerEnvFromItemConfigMapRef;
export type PrometheusSpecInitContainerLifecyclePostStart = PrometheusSpecContainerLifecyclePostStart;
export type PrometheusSpecInitContainerLifecyclePreStop = PrometheusSpecContainerLifecyclePostStart;
export type PrometheusSpecInitContainerLivenessProbeExec = PrometheusSpecContainerLivenessProbeExec;
export type PrometheusSpecInitContainerLivenessProbeGrpc = PrometheusSpecContainerLivenessProbeGrpc;
export type PrometheusSpecInitContainerLivenessProbeHttpGet = PrometheusSpecContainerLivenessProbeHttpGet;
export type PrometheusSpecInitContainerLivenessProbeTcpSocket = PrometheusSpecContainerLivenessProbeTcpSocket;
export type PrometheusSpecInitContainerReadinessProbeExec = PrometheusSpecContainerLivenessProbeExec;
export type PrometheusSpecInitContainerReadinessProbeGrpc = PrometheusSpecContainerLivenessProbeGrpc;
export type PrometheusSpecInitContainerReadinessProbeHttpGet = PrometheusSpecContainerLivenessProbeHttpGet;
export type PrometheusSpecInitContainerReadinessProbeTcpSocket = PrometheusSpecContainerLivenessProbeTcpSocket;
export type PrometheusSpecInitContainerResourcesClaim = PrometheusSpecResourcesClaim;
export type PrometheusSpecInitContainerSecurityContextAppArmorProfile = PrometheusSpecSecurityContextAppArmorProfile;
export type PrometheusSpecInitContainerSecurityContextCapabilities = PrometheusSpecContainerSecurityContextCapabilities;
export type PrometheusSpecInitContainerSecurityContextSeLinuxOptions = PrometheusSpecSecurityContextSeLinuxOptions;
export type PrometheusSpecInitContainerSecurityContextSeccompProfile = PrometheusSpecSecurityContextAppArmorProfile;
export type PrometheusSpecInitContainerSecurityContextWindowsOptions = PrometheusSpecSecurityContextWindowsOptions;
export type PrometheusSpecInitContainerStartupProbeExec = PrometheusSpecContainerLivenessProbeExec;
export type PrometheusSpecInitContainerStartupProbeGrpc = PrometheusSpecContainerLivenessProbeGrpc;
export type PrometheusSpecInitContainerStartupProbeHttpGet = PrometheusSpecContainerLivenessProbeHttpGet;
export type PrometheusSpecInitContainerStartupProbeTcpSocket = PrometheusSpecContainerLivenessProbeTcpSocket;
export type PrometheusSpecRemoteReadItemAuthorizationCredentials = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecRemoteReadItemBasicAuthPassword = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecRemoteReadItemBasicAuthUsername = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecRemoteReadItemOauth2ClientId = PrometheusSpecApiserverConfigTlsConfigCa;
export type PrometheusSpecRemoteReadItemOauth2ClientSecret = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecRemoteReadItemOauth2ProxyConnectHeaderItem = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecRemoteReadItemTlsConfigCa = PrometheusSpecApiserverConfigTlsConfigCa;
export type PrometheusSpecRemoteReadItemTlsConfigCert = PrometheusSpecApiserverConfigTlsConfigCa;
export type PrometheusSpecRemoteReadItemTlsConfigKeySecret = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecRemoteWriteItemAuthorizationCredentials = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecRemoteWriteItemBasicAuthPassword = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecRemoteWriteItemBasicAuthUsername = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecRemoteWriteItemOauth2ClientId = PrometheusSpecApiserverConfigTlsConfigCa;
export type PrometheusSpecRemoteWriteItemOauth2ClientSecret = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecRemoteWriteItemOauth2ProxyConnectHeaderItem = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecRemoteWriteItemOauth2TlsConfig = PrometheusSpecRemoteReadItemOauth2TlsConfig;
export type PrometheusSpecRemoteWriteItemSigv4AccessKey = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecRemoteWriteItemSigv4SecretKey = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecRemoteWriteItemTlsConfigCa = PrometheusSpecApiserverConfigTlsConfigCa;
export type PrometheusSpecRemoteWriteItemTlsConfigCert = PrometheusSpecApiserverConfigTlsConfigCa;
export type PrometheusSpecRemoteWriteItemTlsConfigKeySecret = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecScrapeClassAuthorizationCredentials = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecScrapeClassTlsConfigCa = PrometheusSpecApiserverConfigTlsConfigCa;
export type PrometheusSpecScrapeClassTlsConfigCert = PrometheusSpecApiserverConfigTlsConfigCa;
export type PrometheusSpecScrapeClassTlsConfigKeySecret = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecStorageVolumeClaimTemplateMetadata = PrometheusSpecPodMetadata;
export type PrometheusSpecThanosGrpcServerTlsConfigCa = PrometheusSpecApiserverConfigTlsConfigCa;
export type PrometheusSpecThanosGrpcServerTlsConfigCert = PrometheusSpecApiserverConfigTlsConfigCa;
export type PrometheusSpecThanosGrpcServerTlsConfigKeySecret = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecThanosResourcesClaim = PrometheusSpecResourcesClaim;
export type PrometheusSpecTopologySpreadConstraintLabelSelectorMatchExpression = PrometheusSpecPodMonitorNamespaceSelectorMatchExpression;
export type PrometheusSpecTracingConfigTlsConfigCa = PrometheusSpecApiserverConfigTlsConfigCa;
export type PrometheusSpecTracingConfigTlsConfigCert = PrometheusSpecApiserverConfigTlsConfigCa;
export type PrometheusSpecTracingConfigTlsConfigKeySecret = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecVolumeCephfsSecretRef = PrometheusSpecImagePullSecret;
export type PrometheusSpecVolumeCinderSecretRef = PrometheusSpecImagePullSecret;
export type PrometheusSpecVolumeCsiNodePublishSecretRef = PrometheusSpecImagePullSecret;
export type PrometheusSpecVolumeEphemeralVolumeClaimTemplate = PrometheusSpecStorageEphemeralVolumeClaimTemplate;
export type PrometheusSpecVolumeFlexVolumeSecretRef = PrometheusSpecImagePullSecret;
export type PrometheusSpecVolumeIscsiSecretRef = PrometheusSpecImagePullSecret;
export type PrometheusSpecVolumeRbdSecretRef = PrometheusSpecImagePullSecret;
export type PrometheusSpecVolumeScaleIOSecretRef = PrometheusSpecImagePullSecret;
export type PrometheusSpecVolumeSecretItem = PrometheusSpecVolumeConfigMapItem;
export type PrometheusSpecVolumeStorageosSecretRef = PrometheusSpecImagePullSecret;
export type PrometheusSpecWebTlsConfigCert = PrometheusSpecApiserverConfigTlsConfigCa;
export type PrometheusSpecWebTlsConfigClientCa = PrometheusSpecApiserverConfigTlsConfigCa;
export type PrometheusSpecWebTlsConfigKeySecret = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecAffinityNodeAffinityRequiredDuringSchedulingIgnoredDuringExecutionNodeSelectorTerm = PrometheusSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreference;
export type PrometheusSpecAffinityPodAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTerm = PrometheusSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItem;
export type PrometheusSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemLabelSelector = PrometheusSpecPodMonitorNamespaceSelector;
export type PrometheusSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemNamespaceSelector = PrometheusSpecPodMonitorNamespaceSelector;
export type PrometheusSpecAffinityPodAntiAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTerm = PrometheusSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItem;
export type PrometheusSpecAffinityPodAntiAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemLabelSelector = PrometheusSpecPodMonitorNamespaceSelector;
export type PrometheusSpecAffinityPodAntiAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemNamespaceSelector = PrometheusSpecPodMonitorNamespaceSelector;
export type PrometheusSpecAlertingAlertmanagerAuthorizationCredentials = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecAlertingAlertmanagerBasicAuthPassword = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecAlertingAlertmanagerBasicAuthUsername = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecAlertingAlertmanagerSigv4AccessKey = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecAlertingAlertmanagerSigv4SecretKey = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecAlertingAlertmanagerTlsConfigCa = PrometheusSpecApiserverConfigTlsConfigCa;
export type PrometheusSpecAlertingAlertmanagerTlsConfigCert = PrometheusSpecApiserverConfigTlsConfigCa;
export type PrometheusSpecAlertingAlertmanagerTlsConfigKeySecret = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecApiserverConfigTlsConfigCaConfigMap = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecApiserverConfigTlsConfigCaSecret = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecApiserverConfigTlsConfigCertConfigMap = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecApiserverConfigTlsConfigCertSecret = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecContainerEnvItemValueFromConfigMapKeyRef = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecContainerEnvItemValueFromSecretKeyRef = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecContainerLifecyclePostStartExec = PrometheusSpecContainerLivenessProbeExec;
export type PrometheusSpecContainerLifecyclePostStartHttpGet = PrometheusSpecContainerLivenessProbeHttpGet;
export type PrometheusSpecContainerLifecyclePostStartTcpSocket = PrometheusSpecContainerLivenessProbeTcpSocket;
export type PrometheusSpecContainerLifecyclePreStopExec = PrometheusSpecContainerLivenessProbeExec;
export type PrometheusSpecContainerLifecyclePreStopHttpGet = PrometheusSpecContainerLivenessProbeHttpGet;
export type PrometheusSpecContainerLifecyclePreStopSleep = PrometheusSpecContainerLifecyclePostStartSleep;
export type PrometheusSpecContainerLifecyclePreStopTcpSocket = PrometheusSpecContainerLivenessProbeTcpSocket;
export type PrometheusSpecContainerLivenessProbeHttpGetHttpHeader = PrometheusSpecSecurityContextSysctl;
export type PrometheusSpecContainerReadinessProbeHttpGetHttpHeader = PrometheusSpecSecurityContextSysctl;
export type PrometheusSpecContainerStartupProbeHttpGetHttpHeader = PrometheusSpecSecurityContextSysctl;
export type PrometheusSpecInitContainerEnvItemValueFromConfigMapKeyRef = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecInitContainerEnvItemValueFromFieldRef = PrometheusSpecContainerEnvItemValueFromFieldRef;
export type PrometheusSpecInitContainerEnvItemValueFromResourceFieldRef = PrometheusSpecContainerEnvItemValueFromResourceFieldRef;
export type PrometheusSpecInitContainerEnvItemValueFromSecretKeyRef = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecInitContainerLifecyclePostStartExec = PrometheusSpecContainerLivenessProbeExec;
export type PrometheusSpecInitContainerLifecyclePostStartHttpGet = PrometheusSpecContainerLivenessProbeHttpGet;
export type PrometheusSpecInitContainerLifecyclePostStartSleep = PrometheusSpecContainerLifecyclePostStartSleep;
export type PrometheusSpecInitContainerLifecyclePostStartTcpSocket = PrometheusSpecContainerLivenessProbeTcpSocket;
export type PrometheusSpecInitContainerLifecyclePreStopExec = PrometheusSpecContainerLivenessProbeExec;
export type PrometheusSpecInitContainerLifecyclePreStopHttpGet = PrometheusSpecContainerLivenessProbeHttpGet;
export type PrometheusSpecInitContainerLifecyclePreStopSleep = PrometheusSpecContainerLifecyclePostStartSleep;
export type PrometheusSpecInitContainerLifecyclePreStopTcpSocket = PrometheusSpecContainerLivenessProbeTcpSocket;
export type PrometheusSpecInitContainerLivenessProbeHttpGetHttpHeader = PrometheusSpecSecurityContextSysctl;
export type PrometheusSpecInitContainerReadinessProbeHttpGetHttpHeader = PrometheusSpecSecurityContextSysctl;
export type PrometheusSpecInitContainerStartupProbeHttpGetHttpHeader = PrometheusSpecSecurityContextSysctl;
export type PrometheusSpecRemoteReadItemOauth2ClientIdConfigMap = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecRemoteReadItemOauth2ClientIdSecret = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecRemoteReadItemOauth2TlsConfigCa = PrometheusSpecApiserverConfigTlsConfigCa;
export type PrometheusSpecRemoteReadItemOauth2TlsConfigCert = PrometheusSpecApiserverConfigTlsConfigCa;
export type PrometheusSpecRemoteReadItemOauth2TlsConfigKeySecret = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecRemoteReadItemTlsConfigCaConfigMap = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecRemoteReadItemTlsConfigCaSecret = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecRemoteReadItemTlsConfigCertConfigMap = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecRemoteReadItemTlsConfigCertSecret = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecRemoteWriteItemAzureAdOauthClientSecret = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecRemoteWriteItemOauth2ClientIdConfigMap = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecRemoteWriteItemOauth2ClientIdSecret = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecRemoteWriteItemOauth2TlsConfigCa = PrometheusSpecApiserverConfigTlsConfigCa;
export type PrometheusSpecRemoteWriteItemOauth2TlsConfigCert = PrometheusSpecApiserverConfigTlsConfigCa;
export type PrometheusSpecRemoteWriteItemOauth2TlsConfigKeySecret = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecRemoteWriteItemTlsConfigCaConfigMap = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecRemoteWriteItemTlsConfigCaSecret = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecRemoteWriteItemTlsConfigCertConfigMap = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecRemoteWriteItemTlsConfigCertSecret = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecScrapeClassTlsConfigCaConfigMap = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecScrapeClassTlsConfigCaSecret = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecScrapeClassTlsConfigCertConfigMap = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecScrapeClassTlsConfigCertSecret = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecStorageEphemeralVolumeClaimTemplateSpec = PrometheusSpecStorageVolumeClaimTemplateSpec;
export type PrometheusSpecStorageVolumeClaimTemplateSpecSelector = PrometheusSpecPodMonitorNamespaceSelector;
export type PrometheusSpecThanosGrpcServerTlsConfigCaConfigMap = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecThanosGrpcServerTlsConfigCaSecret = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecThanosGrpcServerTlsConfigCertConfigMap = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecThanosGrpcServerTlsConfigCertSecret = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecTracingConfigTlsConfigCaConfigMap = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecTracingConfigTlsConfigCaSecret = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecTracingConfigTlsConfigCertConfigMap = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecTracingConfigTlsConfigCertSecret = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecVolumeDownwardAPIItemFieldRef = PrometheusSpecContainerEnvItemValueFromFieldRef;
export type PrometheusSpecVolumeDownwardAPIItemResourceFieldRef = PrometheusSpecContainerEnvItemValueFromResourceFieldRef;
export type PrometheusSpecVolumeEphemeralVolumeClaimTemplateSpec = PrometheusSpecStorageVolumeClaimTemplateSpec;
export type PrometheusSpecVolumeProjectedSourceSecret = PrometheusSpecVolumeProjectedSourceConfigMap;
export type PrometheusSpecWebTlsConfigCertConfigMap = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecWebTlsConfigCertSecret = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecWebTlsConfigClientCaConfigMap = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecWebTlsConfigClientCaSecret = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreferenceMatchExpression = PrometheusSpecPodMonitorNamespaceSelectorMatchExpression;
export type PrometheusSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreferenceMatchField = PrometheusSpecPodMonitorNamespaceSelectorMatchExpression;
export type PrometheusSpecAffinityNodeAffinityRequiredDuringSchedulingIgnoredDuringExecutionNodeSelectorTermMatchExpression = PrometheusSpecPodMonitorNamespaceSelectorMatchExpression;
export type PrometheusSpecAffinityNodeAffinityRequiredDuringSchedulingIgnoredDuringExecutionNodeSelectorTermMatchField = PrometheusSpecPodMonitorNamespaceSelectorMatchExpression;
export type PrometheusSpecAffinityPodAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTermLabelSelector = PrometheusSpecPodMonitorNamespaceSelector;
export type PrometheusSpecAffinityPodAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTermNamespaceSelector = PrometheusSpecPodMonitorNamespaceSelector;
export type PrometheusSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemLabelSelectorMatchExpression = PrometheusSpecPodMonitorNamespaceSelectorMatchExpression;
export type PrometheusSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemNamespaceSelectorMatchExpression = PrometheusSpecPodMonitorNamespaceSelectorMatchExpression;
export type PrometheusSpecAffinityPodAntiAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTermLabelSelector = PrometheusSpecPodMonitorNamespaceSelector;
export type PrometheusSpecAffinityPodAntiAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTermNamespaceSelector = PrometheusSpecPodMonitorNamespaceSelector;
export type PrometheusSpecAffinityPodAntiAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemLabelSelectorMatchExpression = PrometheusSpecPodMonitorNamespaceSelectorMatchExpression;
export type PrometheusSpecAffinityPodAntiAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemNamespaceSelectorMatchExpression = PrometheusSpecPodMonitorNamespaceSelectorMatchExpression;
export type PrometheusSpecAlertingAlertmanagerTlsConfigCaConfigMap = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecAlertingAlertmanagerTlsConfigCaSecret = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecAlertingAlertmanagerTlsConfigCertConfigMap = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecAlertingAlertmanagerTlsConfigCertSecret = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecContainerLifecyclePostStartHttpGetHttpHeader = PrometheusSpecSecurityContextSysctl;
export type PrometheusSpecContainerLifecyclePreStopHttpGetHttpHeader = PrometheusSpecSecurityContextSysctl;
export type PrometheusSpecInitContainerLifecyclePostStartHttpGetHttpHeader = PrometheusSpecSecurityContextSysctl;
export type PrometheusSpecInitContainerLifecyclePreStopHttpGetHttpHeader = PrometheusSpecSecurityContextSysctl;
export type PrometheusSpecRemoteReadItemOauth2TlsConfigCaConfigMap = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecRemoteReadItemOauth2TlsConfigCaSecret = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecRemoteReadItemOauth2TlsConfigCertConfigMap = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecRemoteReadItemOauth2TlsConfigCertSecret = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecRemoteWriteItemOauth2TlsConfigCaConfigMap = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecRemoteWriteItemOauth2TlsConfigCaSecret = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecRemoteWriteItemOauth2TlsConfigCertConfigMap = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecRemoteWriteItemOauth2TlsConfigCertSecret = PrometheusSpecAdditionalAlertManagerConfigs;
export type PrometheusSpecStorageEphemeralVolumeClaimTemplateSpecDataSource = PrometheusSpecStorageVolumeClaimTemplateSpecDataSource;
export type PrometheusSpecStorageEphemeralVolumeClaimTemplateSpecDataSourceRef = PrometheusSpecStorageVolumeClaimTemplateSpecDataSourceRef;
export type PrometheusSpecStorageEphemeralVolumeClaimTemplateSpecResources = PrometheusSpecStorageVolumeClaimTemplateSpecResources;
export type PrometheusSpecStorageEphemeralVolumeClaimTemplateSpecSelector = PrometheusSpecPodMonitorNamespaceSelector;
export type PrometheusSpecStorageVolumeClaimTemplateSpecSelectorMatchExpression = PrometheusSpecPodMonitorNamespaceSelectorMatchExpression;
export type PrometheusSpecVolumeEphemeralVolumeClaimTemplateSpecDataSource = PrometheusSpecStorageVolumeClaimTemplateSpecDataSource;
export type PrometheusSpecVolumeEphemeralVolumeClaimTemplateSpecDataSourceRef = PrometheusSpecStorageVolumeClaimTemplateSpecDataSourceRef;
export type PrometheusSpecVolumeEphemeralVolumeClaimTemplateSpecResources = PrometheusSpecStorageVolumeClaimTemplateSpecResources;
export type PrometheusSpecVolumeEphemeralVolumeClaimTemplateSpecSelector = PrometheusSpecPodMonitorNamespaceSelector;
export type PrometheusSpecVolumeProjectedSourceClusterTrustBundleLabelSelector = PrometheusSpecPodMonitorNamespaceSelector;
export type PrometheusSpecVolumeProjectedSourceConfigMapItem = PrometheusSpecVolumeConfigMapItem;
export type PrometheusSpecVolumeProjectedSourceDownwardAPIItem = PrometheusSpecVolumeDownwardAPIItem;
export type PrometheusSpecVolumeProjectedSourceSecretItem = PrometheusSpecVolumeConfigMapItem;
export type PrometheusSpecAffinityPodAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTermLabelSelectorMatchExpression = PrometheusSpecPodMonitorNamespaceSelectorMatchExpression;
export type PrometheusSpecAffinityPodAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTermNamespaceSelectorMatchExpression = PrometheusSpecPodMonitorNamespaceSelectorMatchExpression;
export type PrometheusSpecAffinityPodAntiAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTermLabelSelectorMatchExpression = PrometheusSpecPodMonitorNamespaceSelectorMatchExpression;
export type PrometheusSpecAffinityPodAntiAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTermNamespaceSelectorMatchExpression = PrometheusSpecPodMonitorNamespaceSelectorMatchExpression;
export type PrometheusSpecStorageEphemeralVolumeClaimTemplateSpecSelectorMatchExpression = PrometheusSpecPodMonitorNamespaceSelectorMatchExpression;
export type PrometheusSpecVolumeEphemeralVolumeClaimTemplateSpecSelectorMatchExpression = PrometheusSpecPodMonitorNamespaceSelectorMatchExpression;
export type PrometheusSpecVolumeProjectedSourceClusterTrustBundleLabelSelectorMatchExpression = PrometheusSpecPodMonitorNamespaceSelectorMatchExpression;
export type PrometheusSpecVolumeProjectedSourceDownwardAPIItemFieldRef = PrometheusSpecContainerEnvItemValueFromFieldRef;
export type PrometheusSpecVolumeProjectedSourceDownwardAPIItemResourceFieldRef = PrometheusSpecContainerEnvItemValueFromResourceFieldRef;
