// Written by `operand import --omit-descriptions` from clusterissuers.cert-manager.io, sha256:d06c63d884e3c9e0. Don't edit it: import it again.

import { ImportedResource, type ImportedResourceProps } from 'operand';
import { schema } from './cluster-issuer.schema.ts';

/** The fields of a ClusterIssuer. */
export interface ClusterIssuerProps extends ImportedResourceProps {
  readonly spec: ClusterIssuerSpec;
}

/** ClusterIssuer of cert-manager.io/v1. */
export class ClusterIssuer extends /* @__PURE__ */ ImportedResource<ClusterIssuerProps, ClusterIssuerStatus>({
  group: 'cert-manager.io',
  version: 'v1',
  kind: 'ClusterIssuer',
  plural: 'clusterissuers',
  scope: 'Cluster',
  schema,
}) {}

/** `spec` of a ClusterIssuer. */
export interface ClusterIssuerSpec {
  readonly acme?: ClusterIssuerSpecAcme;
  readonly ca?: ClusterIssuerSpecCa;
  readonly selfSigned?: ClusterIssuerSpecSelfSigned;
  readonly vault?: ClusterIssuerSpecVault;
  /** Rule: (has(self.tpp) ? 1 : 0) + (has(self.cloud) ? 1 : 0) + (has(self.ngts) ? 1 : 0) == 1 */
  readonly venafi?: ClusterIssuerSpecVenafi;
}

/** `spec.acme` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcme {
  /** Format: byte. */
  readonly caBundle?: string;
  readonly disableAccountKeyGeneration?: boolean;
  readonly email?: string;
  readonly enableDurationFeature?: boolean;
  readonly externalAccountBinding?: ClusterIssuerSpecAcmeExternalAccountBinding;
  /** At most 64 characters. */
  readonly preferredChain?: string;
  readonly privateKeySecretRef: ClusterIssuerSpecAcmePrivateKeySecretRef;
  readonly profile?: string;
  readonly server: string;
  readonly skipTLSVerify?: boolean;
  readonly solvers?: readonly ClusterIssuerSpecAcmeSolver[];
}

/** `spec.acme.externalAccountBinding` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeExternalAccountBinding {
  /** @deprecated */
  readonly keyAlgorithm?: 'HS256' | 'HS384' | 'HS512';
  readonly keyID: string;
  readonly keySecretRef: ClusterIssuerSpecAcmeExternalAccountBindingKeySecretRef;
}

/** `spec.acme.privateKeySecretRef` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmePrivateKeySecretRef {
  readonly key?: string;
  readonly name: string;
}

/** `spec.acme.solvers[]` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolver {
  readonly dns01?: ClusterIssuerSpecAcmeSolverDns01;
  readonly http01?: ClusterIssuerSpecAcmeSolverHttp01;
  readonly selector?: ClusterIssuerSpecAcmeSolverSelector;
  readonly waitInsteadOfSelfCheck?: string;
}

/** `spec.acme.solvers[].dns01` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverDns01 {
  readonly acmeDNS?: ClusterIssuerSpecAcmeSolverDns01AcmeDNS;
  readonly akamai?: ClusterIssuerSpecAcmeSolverDns01Akamai;
  readonly azureDNS?: ClusterIssuerSpecAcmeSolverDns01AzureDNS;
  readonly cloudDNS?: ClusterIssuerSpecAcmeSolverDns01CloudDNS;
  readonly cloudflare?: ClusterIssuerSpecAcmeSolverDns01Cloudflare;
  readonly cnameStrategy?: 'None' | 'Follow';
  readonly digitalocean?: ClusterIssuerSpecAcmeSolverDns01Digitalocean;
  readonly rfc2136?: ClusterIssuerSpecAcmeSolverDns01Rfc2136;
  readonly route53?: ClusterIssuerSpecAcmeSolverDns01Route53;
  readonly webhook?: ClusterIssuerSpecAcmeSolverDns01Webhook;
}

/** `spec.acme.solvers[].dns01.acmeDNS` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverDns01AcmeDNS {
  readonly accountSecretRef: ClusterIssuerSpecAcmeSolverDns01AcmeDNSAccountSecretRef;
  readonly host: string;
}

/** `spec.acme.solvers[].dns01.akamai` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverDns01Akamai {
  readonly accessTokenSecretRef: ClusterIssuerSpecAcmeSolverDns01AkamaiAccessTokenSecretRef;
  readonly clientSecretSecretRef: ClusterIssuerSpecAcmeSolverDns01AkamaiClientSecretSecretRef;
  readonly clientTokenSecretRef: ClusterIssuerSpecAcmeSolverDns01AkamaiClientTokenSecretRef;
  readonly serviceConsumerDomain: string;
}

/** `spec.acme.solvers[].dns01.azureDNS` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverDns01AzureDNS {
  readonly clientID?: string;
  readonly clientSecretSecretRef?: ClusterIssuerSpecAcmeSolverDns01AzureDNSClientSecretSecretRef;
  readonly environment?: 'AzurePublicCloud' | 'AzureChinaCloud' | 'AzureGermanCloud' | 'AzureUSGovernmentCloud';
  readonly hostedZoneName?: string;
  readonly managedIdentity?: ClusterIssuerSpecAcmeSolverDns01AzureDNSManagedIdentity;
  readonly resourceGroupName: string;
  readonly subscriptionID: string;
  readonly tenantID?: string;
  readonly zoneType?: 'AzurePublicZone' | 'AzurePrivateZone';
}

/** `spec.acme.solvers[].dns01.azureDNS.managedIdentity` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverDns01AzureDNSManagedIdentity {
  readonly clientID?: string;
  readonly resourceID?: string;
  readonly tenantID?: string;
}

/** `spec.acme.solvers[].dns01.cloudDNS` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverDns01CloudDNS {
  readonly hostedZoneName?: string;
  readonly project: string;
  readonly serviceAccountSecretRef?: ClusterIssuerSpecAcmeSolverDns01CloudDNSServiceAccountSecretRef;
}

/** `spec.acme.solvers[].dns01.cloudflare` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverDns01Cloudflare {
  readonly apiKeySecretRef?: ClusterIssuerSpecAcmeSolverDns01CloudflareApiKeySecretRef;
  readonly apiTokenSecretRef?: ClusterIssuerSpecAcmeSolverDns01CloudflareApiTokenSecretRef;
  readonly email?: string;
}

/** `spec.acme.solvers[].dns01.digitalocean` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverDns01Digitalocean {
  readonly tokenSecretRef: ClusterIssuerSpecAcmeSolverDns01DigitaloceanTokenSecretRef;
}

/** `spec.acme.solvers[].dns01.rfc2136` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverDns01Rfc2136 {
  readonly nameserver: string;
  readonly protocol?: 'TCP' | 'UDP';
  readonly tsigAlgorithm?: string;
  readonly tsigKeyName?: string;
  readonly tsigSecretSecretRef?: ClusterIssuerSpecAcmeSolverDns01Rfc2136TsigSecretSecretRef;
}

/** `spec.acme.solvers[].dns01.route53` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverDns01Route53 {
  readonly accessKeyID?: string;
  readonly accessKeyIDSecretRef?: ClusterIssuerSpecAcmeSolverDns01Route53AccessKeyIDSecretRef;
  readonly auth?: ClusterIssuerSpecAcmeSolverDns01Route53Auth;
  readonly hostedZoneID?: string;
  readonly region?: string;
  readonly role?: string;
  readonly secretAccessKeySecretRef?: ClusterIssuerSpecAcmeSolverDns01Route53SecretAccessKeySecretRef;
}

/** `spec.acme.solvers[].dns01.route53.auth` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverDns01Route53Auth {
  readonly kubernetes: ClusterIssuerSpecAcmeSolverDns01Route53AuthKubernetes;
}

/** `spec.acme.solvers[].dns01.route53.auth.kubernetes` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverDns01Route53AuthKubernetes {
  readonly serviceAccountRef: ClusterIssuerSpecAcmeSolverDns01Route53AuthKubernetesServiceAccountRef;
}

/** `spec.vault.auth.aws.serviceAccountRef` of a ClusterIssuer. */
export interface ClusterIssuerSpecVaultAuthAwsServiceAccountRef {
  readonly audiences?: readonly string[];
  readonly name: string;
}

/** `spec.acme.solvers[].dns01.webhook` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverDns01Webhook {
  readonly config?: unknown;
  readonly groupName: string;
  readonly solverName: string;
}

/** `spec.acme.solvers[].http01` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverHttp01 {
  readonly gatewayHTTPRoute?: ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoute;
  readonly ingress?: ClusterIssuerSpecAcmeSolverHttp01Ingress;
}

/** `spec.acme.solvers[].http01.gatewayHTTPRoute` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoute {
  readonly labels?: { readonly [key: string]: string };
  readonly parentRefs?: readonly ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRouteParentRef[];
  readonly podTemplate?: ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplate;
  readonly serviceType?: string;
}

/** `spec.acme.solvers[].http01.gatewayHTTPRoute.parentRefs[]` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRouteParentRef {
  /**
   * At most 253 characters.
   * Pattern: `^$|^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`.
   *
   * @default "gateway.networking.k8s.io"
   */
  readonly group?: string;
  /**
   * At least 1 character.
   * At most 63 characters.
   * Pattern: `^[a-zA-Z]([-a-zA-Z0-9]*[a-zA-Z0-9])?$`.
   *
   * @default "Gateway"
   */
  readonly kind?: string;
  /**
   * At least 1 character.
   * At most 253 characters.
   */
  readonly name: string;
  /**
   * At least 1 character.
   * At most 63 characters.
   * Pattern: `^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`.
   */
  readonly namespace?: string;
  /**
   * At least 1.
   * At most 65535.
   * Format: int32.
   */
  readonly port?: number;
  /**
   * At least 1 character.
   * At most 253 characters.
   * Pattern: `^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`.
   */
  readonly sectionName?: string;
}

/** `spec.acme.solvers[].http01.gatewayHTTPRoute.podTemplate` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplate {
  readonly metadata?: ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateMetadata;
  readonly spec?: ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpec;
}

/** `spec.acme.solvers[].http01.gatewayHTTPRoute.podTemplate.metadata` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateMetadata {
  readonly annotations?: { readonly [key: string]: string };
  readonly labels?: { readonly [key: string]: string };
}

/** `spec.acme.solvers[].http01.gatewayHTTPRoute.podTemplate.spec` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpec {
  readonly affinity?: ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinity;
  /** One item for each name. */
  readonly imagePullSecrets?: readonly ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecImagePullSecret[];
  readonly nodeSelector?: { readonly [key: string]: string };
  readonly priorityClassName?: string;
  readonly resources?: ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecResources;
  readonly securityContext?: ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecSecurityContext;
  readonly serviceAccountName?: string;
  readonly tolerations?: readonly ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecToleration[];
}

/** `spec.acme.solvers[].http01.gatewayHTTPRoute.podTemplate.spec.affinity` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinity {
  readonly nodeAffinity?: ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinity;
  readonly podAffinity?: ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinity;
  readonly podAntiAffinity?: ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAntiAffinity;
}

/** `spec.acme.solvers[].http01.gatewayHTTPRoute.podTemplate.spec.affinity.nodeAffinity` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinity {
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItem[];
  readonly requiredDuringSchedulingIgnoredDuringExecution?: ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityRequiredDuringSchedulingIgnoredDuringExecution;
}

/** `spec.acme.solvers[].http01.gatewayHTTPRoute.podTemplate.spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[]` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItem {
  readonly preference: ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreference;
  /** Format: int32. */
  readonly weight: number;
}

/** `spec.acme.solvers[].http01.gatewayHTTPRoute.podTemplate.spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[].preference` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreference {
  readonly matchExpressions?: readonly ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreferenceMatchExpression[];
  readonly matchFields?: readonly ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreferenceMatchField[];
}

/** `spec.acme.solvers[].http01.gatewayHTTPRoute.podTemplate.spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[].preference.matchExpressions[]` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreferenceMatchExpression {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

/** `spec.acme.solvers[].http01.gatewayHTTPRoute.podTemplate.spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityRequiredDuringSchedulingIgnoredDuringExecution {
  readonly nodeSelectorTerms: readonly ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityRequiredDuringSchedulingIgnoredDuringExecutionNodeSelectorTerm[];
}

/** `spec.acme.solvers[].http01.gatewayHTTPRoute.podTemplate.spec.affinity.podAffinity` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinity {
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityPreferredDuringSchedulingIgnoredDuringExecutionItem[];
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItem[];
}

/** `spec.acme.solvers[].http01.gatewayHTTPRoute.podTemplate.spec.affinity.podAffinity.preferredDuringSchedulingIgnoredDuringExecution[]` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityPreferredDuringSchedulingIgnoredDuringExecutionItem {
  readonly podAffinityTerm: ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTerm;
  /** Format: int32. */
  readonly weight: number;
}

/** `spec.acme.solvers[].http01.gatewayHTTPRoute.podTemplate.spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[]` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItem {
  readonly labelSelector?: ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemLabelSelector;
  readonly matchLabelKeys?: readonly string[];
  readonly mismatchLabelKeys?: readonly string[];
  readonly namespaceSelector?: ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemNamespaceSelector;
  readonly namespaces?: readonly string[];
  readonly topologyKey: string;
}

/** `spec.acme.solvers[].http01.gatewayHTTPRoute.podTemplate.spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[].labelSelector` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemLabelSelector {
  readonly matchExpressions?: readonly ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemLabelSelectorMatchExpression[];
  readonly matchLabels?: { readonly [key: string]: string };
}

/** `spec.acme.solvers[].http01.gatewayHTTPRoute.podTemplate.spec.imagePullSecrets[]` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecImagePullSecret {
  /** @default "" */
  readonly name?: string;
}

/** `spec.acme.solvers[].http01.gatewayHTTPRoute.podTemplate.spec.resources` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecResources {
  /**
   * Each value: Pattern: `^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$`.
   */
  readonly limits?: { readonly [key: string]: number | string };
  /**
   * Each value: Pattern: `^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$`.
   */
  readonly requests?: { readonly [key: string]: number | string };
}

/** `spec.acme.solvers[].http01.gatewayHTTPRoute.podTemplate.spec.securityContext` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecSecurityContext {
  /** Format: int64. */
  readonly fsGroup?: number;
  readonly fsGroupChangePolicy?: string;
  /** Format: int64. */
  readonly runAsGroup?: number;
  readonly runAsNonRoot?: boolean;
  /** Format: int64. */
  readonly runAsUser?: number;
  readonly seLinuxOptions?: ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecSecurityContextSeLinuxOptions;
  readonly seccompProfile?: ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecSecurityContextSeccompProfile;
  /** Each item: Format: int64. */
  readonly supplementalGroups?: readonly number[];
  readonly sysctls?: readonly ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecSecurityContextSysctl[];
}

/** `spec.acme.solvers[].http01.gatewayHTTPRoute.podTemplate.spec.securityContext.seLinuxOptions` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecSecurityContextSeLinuxOptions {
  readonly level?: string;
  readonly role?: string;
  readonly type?: string;
  readonly user?: string;
}

/** `spec.acme.solvers[].http01.gatewayHTTPRoute.podTemplate.spec.securityContext.seccompProfile` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecSecurityContextSeccompProfile {
  readonly localhostProfile?: string;
  readonly type: string;
}

/** `spec.acme.solvers[].http01.gatewayHTTPRoute.podTemplate.spec.securityContext.sysctls[]` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecSecurityContextSysctl {
  readonly name: string;
  readonly value: string;
}

/** `spec.acme.solvers[].http01.gatewayHTTPRoute.podTemplate.spec.tolerations[]` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecToleration {
  readonly effect?: string;
  readonly key?: string;
  readonly operator?: string;
  /** Format: int64. */
  readonly tolerationSeconds?: number;
  readonly value?: string;
}

/** `spec.acme.solvers[].http01.ingress` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverHttp01Ingress {
  readonly class?: string;
  readonly ingressClassName?: string;
  readonly ingressTemplate?: ClusterIssuerSpecAcmeSolverHttp01IngressIngressTemplate;
  readonly name?: string;
  readonly podTemplate?: ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplate;
  readonly serviceType?: string;
}

/** `spec.acme.solvers[].http01.ingress.ingressTemplate` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverHttp01IngressIngressTemplate {
  readonly metadata?: ClusterIssuerSpecAcmeSolverHttp01IngressIngressTemplateMetadata;
}

/** `spec.acme.solvers[].selector` of a ClusterIssuer. */
export interface ClusterIssuerSpecAcmeSolverSelector {
  readonly dnsNames?: readonly string[];
  readonly dnsZones?: readonly string[];
  readonly matchLabels?: { readonly [key: string]: string };
}

/** `spec.ca` of a ClusterIssuer. */
export interface ClusterIssuerSpecCa {
  readonly crlDistributionPoints?: readonly string[];
  readonly issuingCertificateURLs?: readonly string[];
  readonly ocspServers?: readonly string[];
  readonly secretName: string;
}

/** `spec.selfSigned` of a ClusterIssuer. */
export interface ClusterIssuerSpecSelfSigned {
  readonly crlDistributionPoints?: readonly string[];
}

/** `spec.vault` of a ClusterIssuer. */
export interface ClusterIssuerSpecVault {
  readonly auth: ClusterIssuerSpecVaultAuth;
  /** Format: byte. */
  readonly caBundle?: string;
  readonly caBundleSecretRef?: ClusterIssuerSpecVaultCaBundleSecretRef;
  readonly clientCertSecretRef?: ClusterIssuerSpecVaultClientCertSecretRef;
  readonly clientKeySecretRef?: ClusterIssuerSpecVaultClientKeySecretRef;
  readonly namespace?: string;
  readonly path: string;
  readonly server: string;
  readonly serverName?: string;
}

/** `spec.vault.auth` of a ClusterIssuer. */
export interface ClusterIssuerSpecVaultAuth {
  readonly appRole?: ClusterIssuerSpecVaultAuthAppRole;
  readonly aws?: ClusterIssuerSpecVaultAuthAws;
  readonly clientCertificate?: ClusterIssuerSpecVaultAuthClientCertificate;
  readonly kubernetes?: ClusterIssuerSpecVaultAuthKubernetes;
  readonly tokenSecretRef?: ClusterIssuerSpecVaultAuthTokenSecretRef;
}

/** `spec.vault.auth.appRole` of a ClusterIssuer. */
export interface ClusterIssuerSpecVaultAuthAppRole {
  readonly path: string;
  readonly roleId: string;
  readonly secretRef: ClusterIssuerSpecVaultAuthAppRoleSecretRef;
}

/** `spec.vault.auth.aws` of a ClusterIssuer. */
export interface ClusterIssuerSpecVaultAuthAws {
  readonly iamRoleArn?: string;
  readonly mountPath?: string;
  readonly region?: string;
  /** At least 1 character. */
  readonly role: string;
  readonly serviceAccountRef?: ClusterIssuerSpecVaultAuthAwsServiceAccountRef;
  readonly vaultHeaderValue?: string;
}

/** `spec.vault.auth.clientCertificate` of a ClusterIssuer. */
export interface ClusterIssuerSpecVaultAuthClientCertificate {
  readonly mountPath?: string;
  readonly name?: string;
  readonly secretName?: string;
}

/** `spec.vault.auth.kubernetes` of a ClusterIssuer. */
export interface ClusterIssuerSpecVaultAuthKubernetes {
  readonly mountPath?: string;
  readonly role: string;
  readonly secretRef?: ClusterIssuerSpecVaultAuthKubernetesSecretRef;
  readonly serviceAccountRef?: ClusterIssuerSpecVaultAuthKubernetesServiceAccountRef;
}

/** `spec.venafi` of a ClusterIssuer. */
export interface ClusterIssuerSpecVenafi {
  readonly cloud?: ClusterIssuerSpecVenafiCloud;
  readonly ngts?: ClusterIssuerSpecVenafiNgts;
  readonly tpp?: ClusterIssuerSpecVenafiTpp;
  readonly zone: string;
}

/** `spec.venafi.cloud` of a ClusterIssuer. */
export interface ClusterIssuerSpecVenafiCloud {
  readonly apiTokenSecretRef: ClusterIssuerSpecVenafiCloudApiTokenSecretRef;
  readonly url?: string;
}

/** `spec.venafi.ngts` of a ClusterIssuer. */
export interface ClusterIssuerSpecVenafiNgts {
  readonly credentialsRef: ClusterIssuerSpecVenafiNgtsCredentialsRef;
  readonly tokenEndpoint?: string;
  readonly tsgID: string;
  readonly url?: string;
}

/** `spec.venafi.ngts.credentialsRef` of a ClusterIssuer. */
export interface ClusterIssuerSpecVenafiNgtsCredentialsRef {
  readonly name: string;
}

/** `spec.venafi.tpp` of a ClusterIssuer. */
export interface ClusterIssuerSpecVenafiTpp {
  /** Format: byte. */
  readonly caBundle?: string;
  readonly caBundleSecretRef?: ClusterIssuerSpecVenafiTppCaBundleSecretRef;
  readonly credentialsRef: ClusterIssuerSpecVenafiTppCredentialsRef;
  readonly url: string;
}

/** `status` of a ClusterIssuer. */
export interface ClusterIssuerStatus {
  readonly acme?: ClusterIssuerStatusAcme;
  /** One item for each type. */
  readonly conditions?: readonly ClusterIssuerStatusCondition[];
}

/** `status.acme` of a ClusterIssuer. */
export interface ClusterIssuerStatusAcme {
  readonly lastPrivateKeyHash?: string;
  readonly lastRegisteredEmail?: string;
  readonly uri?: string;
}

/** `status.conditions[]` of a ClusterIssuer. */
export interface ClusterIssuerStatusCondition {
  /** Format: date-time. */
  readonly lastTransitionTime?: string;
  readonly message?: string;
  /** Format: int64. */
  readonly observedGeneration?: number;
  readonly reason?: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly type: string;
}

// The same fields in other places

export type ClusterIssuerSpecVaultCaBundleSecretRef = ClusterIssuerSpecAcmePrivateKeySecretRef;
export type ClusterIssuerSpecVaultClientCertSecretRef = ClusterIssuerSpecAcmePrivateKeySecretRef;
export type ClusterIssuerSpecVaultClientKeySecretRef = ClusterIssuerSpecAcmePrivateKeySecretRef;
export type ClusterIssuerSpecAcmeExternalAccountBindingKeySecretRef = ClusterIssuerSpecAcmePrivateKeySecretRef;
export type ClusterIssuerSpecVaultAuthTokenSecretRef = ClusterIssuerSpecAcmePrivateKeySecretRef;
export type ClusterIssuerSpecVenafiCloudApiTokenSecretRef = ClusterIssuerSpecAcmePrivateKeySecretRef;
export type ClusterIssuerSpecVenafiTppCaBundleSecretRef = ClusterIssuerSpecAcmePrivateKeySecretRef;
export type ClusterIssuerSpecVenafiTppCredentialsRef = ClusterIssuerSpecVenafiNgtsCredentialsRef;
export type ClusterIssuerSpecVaultAuthAppRoleSecretRef = ClusterIssuerSpecAcmePrivateKeySecretRef;
export type ClusterIssuerSpecVaultAuthKubernetesSecretRef = ClusterIssuerSpecAcmePrivateKeySecretRef;
export type ClusterIssuerSpecVaultAuthKubernetesServiceAccountRef = ClusterIssuerSpecVaultAuthAwsServiceAccountRef;
export type ClusterIssuerSpecAcmeSolverDns01AcmeDNSAccountSecretRef = ClusterIssuerSpecAcmePrivateKeySecretRef;
export type ClusterIssuerSpecAcmeSolverDns01AkamaiAccessTokenSecretRef = ClusterIssuerSpecAcmePrivateKeySecretRef;
export type ClusterIssuerSpecAcmeSolverDns01AkamaiClientSecretSecretRef = ClusterIssuerSpecAcmePrivateKeySecretRef;
export type ClusterIssuerSpecAcmeSolverDns01AkamaiClientTokenSecretRef = ClusterIssuerSpecAcmePrivateKeySecretRef;
export type ClusterIssuerSpecAcmeSolverDns01AzureDNSClientSecretSecretRef = ClusterIssuerSpecAcmePrivateKeySecretRef;
export type ClusterIssuerSpecAcmeSolverDns01CloudDNSServiceAccountSecretRef = ClusterIssuerSpecAcmePrivateKeySecretRef;
export type ClusterIssuerSpecAcmeSolverDns01CloudflareApiKeySecretRef = ClusterIssuerSpecAcmePrivateKeySecretRef;
export type ClusterIssuerSpecAcmeSolverDns01CloudflareApiTokenSecretRef = ClusterIssuerSpecAcmePrivateKeySecretRef;
export type ClusterIssuerSpecAcmeSolverDns01DigitaloceanTokenSecretRef = ClusterIssuerSpecAcmePrivateKeySecretRef;
export type ClusterIssuerSpecAcmeSolverDns01Rfc2136TsigSecretSecretRef = ClusterIssuerSpecAcmePrivateKeySecretRef;
export type ClusterIssuerSpecAcmeSolverDns01Route53AccessKeyIDSecretRef = ClusterIssuerSpecAcmePrivateKeySecretRef;
export type ClusterIssuerSpecAcmeSolverDns01Route53SecretAccessKeySecretRef = ClusterIssuerSpecAcmePrivateKeySecretRef;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplate = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplate;
export type ClusterIssuerSpecAcmeSolverHttp01IngressIngressTemplateMetadata = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateMetadata;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateMetadata = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateMetadata;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpec = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpec;
export type ClusterIssuerSpecAcmeSolverDns01Route53AuthKubernetesServiceAccountRef = ClusterIssuerSpecVaultAuthAwsServiceAccountRef;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecAffinity = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinity;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecImagePullSecret = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecImagePullSecret;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecResources = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecResources;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecSecurityContext = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecSecurityContext;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecToleration = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecToleration;
export type ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAntiAffinity = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinity;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecAffinityNodeAffinity = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinity;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecAffinityPodAffinity = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinity;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecAffinityPodAntiAffinity = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinity;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecSecurityContextSeLinuxOptions = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecSecurityContextSeLinuxOptions;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecSecurityContextSeccompProfile = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecSecurityContextSeccompProfile;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecSecurityContextSysctl = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecSecurityContextSysctl;
export type ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAntiAffinityPreferredDuringSchedulingIgnoredDuringExecutionItem = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityPreferredDuringSchedulingIgnoredDuringExecutionItem;
export type ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAntiAffinityRequiredDuringSchedulingIgnoredDuringExecutionItem = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItem;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItem = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItem;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecAffinityNodeAffinityRequiredDuringSchedulingIgnoredDuringExecution = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityRequiredDuringSchedulingIgnoredDuringExecution;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecAffinityPodAffinityPreferredDuringSchedulingIgnoredDuringExecutionItem = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityPreferredDuringSchedulingIgnoredDuringExecutionItem;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItem = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItem;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecAffinityPodAntiAffinityPreferredDuringSchedulingIgnoredDuringExecutionItem = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityPreferredDuringSchedulingIgnoredDuringExecutionItem;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecAffinityPodAntiAffinityRequiredDuringSchedulingIgnoredDuringExecutionItem = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItem;
export type ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityRequiredDuringSchedulingIgnoredDuringExecutionNodeSelectorTerm = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreference;
export type ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTerm = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItem;
export type ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemNamespaceSelector = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemLabelSelector;
export type ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAntiAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTerm = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItem;
export type ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAntiAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemLabelSelector = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemLabelSelector;
export type ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAntiAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemNamespaceSelector = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemLabelSelector;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreference = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreference;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecAffinityNodeAffinityRequiredDuringSchedulingIgnoredDuringExecutionNodeSelectorTerm = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreference;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecAffinityPodAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTerm = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItem;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemLabelSelector = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemLabelSelector;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemNamespaceSelector = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemLabelSelector;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecAffinityPodAntiAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTerm = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItem;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecAffinityPodAntiAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemLabelSelector = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemLabelSelector;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecAffinityPodAntiAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemNamespaceSelector = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemLabelSelector;
export type ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreferenceMatchField = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreferenceMatchExpression;
export type ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityRequiredDuringSchedulingIgnoredDuringExecutionNodeSelectorTermMatchExpression = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreferenceMatchExpression;
export type ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityRequiredDuringSchedulingIgnoredDuringExecutionNodeSelectorTermMatchField = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreferenceMatchExpression;
export type ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTermLabelSelector = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemLabelSelector;
export type ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTermNamespaceSelector = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemLabelSelector;
export type ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemLabelSelectorMatchExpression = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreferenceMatchExpression;
export type ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemNamespaceSelectorMatchExpression = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreferenceMatchExpression;
export type ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAntiAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTermLabelSelector = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemLabelSelector;
export type ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAntiAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTermNamespaceSelector = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemLabelSelector;
export type ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAntiAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemLabelSelectorMatchExpression = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreferenceMatchExpression;
export type ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAntiAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemNamespaceSelectorMatchExpression = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreferenceMatchExpression;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreferenceMatchExpression = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreferenceMatchExpression;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreferenceMatchField = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreferenceMatchExpression;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecAffinityNodeAffinityRequiredDuringSchedulingIgnoredDuringExecutionNodeSelectorTermMatchExpression = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreferenceMatchExpression;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecAffinityNodeAffinityRequiredDuringSchedulingIgnoredDuringExecutionNodeSelectorTermMatchField = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreferenceMatchExpression;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecAffinityPodAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTermLabelSelector = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemLabelSelector;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecAffinityPodAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTermNamespaceSelector = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemLabelSelector;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemLabelSelectorMatchExpression = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreferenceMatchExpression;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemNamespaceSelectorMatchExpression = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreferenceMatchExpression;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecAffinityPodAntiAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTermLabelSelector = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemLabelSelector;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecAffinityPodAntiAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTermNamespaceSelector = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemLabelSelector;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecAffinityPodAntiAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemLabelSelectorMatchExpression = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreferenceMatchExpression;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecAffinityPodAntiAffinityRequiredDuringSchedulingIgnoredDuringExecutionItemNamespaceSelectorMatchExpression = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreferenceMatchExpression;
export type ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTermLabelSelectorMatchExpression = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreferenceMatchExpression;
export type ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTermNamespaceSelectorMatchExpression = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreferenceMatchExpression;
export type ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAntiAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTermLabelSelectorMatchExpression = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreferenceMatchExpression;
export type ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityPodAntiAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTermNamespaceSelectorMatchExpression = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreferenceMatchExpression;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecAffinityPodAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTermLabelSelectorMatchExpression = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreferenceMatchExpression;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecAffinityPodAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTermNamespaceSelectorMatchExpression = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreferenceMatchExpression;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecAffinityPodAntiAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTermLabelSelectorMatchExpression = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreferenceMatchExpression;
export type ClusterIssuerSpecAcmeSolverHttp01IngressPodTemplateSpecAffinityPodAntiAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPodAffinityTermNamespaceSelectorMatchExpression = ClusterIssuerSpecAcmeSolverHttp01GatewayHTTPRoutePodTemplateSpecAffinityNodeAffinityPreferredDuringSchedulingIgnoredDuringExecutionItemPreferenceMatchExpression;
