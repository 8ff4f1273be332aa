// Written by `operand import --omit-descriptions` from certificates.cert-manager.io, sha256:ddd3f6ec06f3debc. Don't edit it: import it again.

import { ImportedResource, type ImportedResourceProps } from 'operand';
import { schema } from './certificate.schema.ts';

/** The fields of a Certificate. */
export interface CertificateProps extends ImportedResourceProps {
  readonly spec?: CertificateSpec;
}

/** Certificate of cert-manager.io/v1. */
export class Certificate extends /* @__PURE__ */ ImportedResource<CertificateProps, CertificateStatus>({
  group: 'cert-manager.io',
  version: 'v1',
  kind: 'Certificate',
  plural: 'certificates',
  scope: 'Namespaced',
  schema,
}) {}

/** `spec` of a Certificate. */
export interface CertificateSpec {
  readonly additionalOutputFormats?: readonly CertificateSpecAdditionalOutputFormat[];
  readonly commonName?: string;
  readonly dnsNames?: readonly string[];
  readonly duration?: string;
  readonly emailAddresses?: readonly string[];
  readonly encodeUsagesInRequest?: boolean;
  readonly ipAddresses?: readonly string[];
  readonly isCA?: boolean;
  readonly issuerRef: CertificateSpecIssuerRef;
  readonly keystores?: CertificateSpecKeystores;
  readonly literalSubject?: string;
  readonly nameConstraints?: CertificateSpecNameConstraints;
  readonly otherNames?: readonly CertificateSpecOtherName[];
  readonly privateKey?: CertificateSpecPrivateKey;
  readonly renewBefore?: string;
  /** Format: int32. */
  readonly renewBeforePercentage?: number;
  readonly renewal?: CertificateSpecRenewal;
  /** Format: int32. */
  readonly revisionHistoryLimit?: number;
  readonly secretName: string;
  readonly secretTemplate?: CertificateSpecSecretTemplate;
  readonly signatureAlgorithm?:
    | 'SHA256WithRSA'
    | 'SHA384WithRSA'
    | 'SHA512WithRSA'
    | 'ECDSAWithSHA256'
    | 'ECDSAWithSHA384'
    | 'ECDSAWithSHA512'
    | 'PureEd25519';
  readonly subject?: CertificateSpecSubject;
  readonly uris?: readonly string[];
  readonly usages?: readonly (
    | 'signing'
    | 'digital signature'
    | 'content commitment'
    | 'key encipherment'
    | 'key agreement'
    | 'data encipherment'
    | 'cert sign'
    | 'crl sign'
    | 'encipher only'
    | 'decipher only'
    | 'any'
    | 'server auth'
    | 'client auth'
    | 'code signing'
    | 'email protection'
    | 's/mime'
    | 'ipsec end system'
    | 'ipsec tunnel'
    | 'ipsec user'
    | 'timestamping'
    | 'ocsp signing'
    | 'microsoft sgc'
    | 'netscape sgc')[];
}

/** `spec.additionalOutputFormats[]` of a Certificate. */
export interface CertificateSpecAdditionalOutputFormat {
  readonly type: 'DER' | 'CombinedPEM';
}

/** `spec.issuerRef` of a Certificate. */
export interface CertificateSpecIssuerRef {
  readonly group?: string;
  readonly kind?: string;
  readonly name: string;
}

/** `spec.keystores` of a Certificate. */
export interface CertificateSpecKeystores {
  readonly jks?: CertificateSpecKeystoresJks;
  readonly pkcs12?: CertificateSpecKeystoresPkcs12;
}

/** `spec.keystores.jks` of a Certificate. */
export interface CertificateSpecKeystoresJks {
  readonly alias?: string;
  readonly create: boolean;
  readonly password?: string;
  readonly passwordSecretRef?: CertificateSpecKeystoresJksPasswordSecretRef;
}

/** `spec.keystores.jks.passwordSecretRef` of a Certificate. */
export interface CertificateSpecKeystoresJksPasswordSecretRef {
  readonly key?: string;
  readonly name: string;
}

/** `spec.keystores.pkcs12` of a Certificate. */
export interface CertificateSpecKeystoresPkcs12 {
  readonly create: boolean;
  readonly password?: string;
  readonly passwordSecretRef?: CertificateSpecKeystoresPkcs12PasswordSecretRef;
  readonly profile?: 'LegacyRC2' | 'LegacyDES' | 'Modern2023' | 'Modern2026';
}

/** `spec.nameConstraints` of a Certificate. */
export interface CertificateSpecNameConstraints {
  readonly critical?: boolean;
  readonly excluded?: CertificateSpecNameConstraintsExcluded;
  readonly permitted?: CertificateSpecNameConstraintsPermitted;
}

/** `spec.nameConstraints.excluded` of a Certificate. */
export interface CertificateSpecNameConstraintsExcluded {
  readonly dnsDomains?: readonly string[];
  readonly emailAddresses?: readonly string[];
  readonly ipRanges?: readonly string[];
  readonly uriDomains?: readonly string[];
}

/** `spec.otherNames[]` of a Certificate. */
export interface CertificateSpecOtherName {
  readonly oid?: string;
  readonly utf8Value?: string;
}

/** `spec.privateKey` of a Certificate. */
export interface CertificateSpecPrivateKey {
  readonly algorithm?: 'RSA' | 'ECDSA' | 'Ed25519';
  readonly encoding?: 'PKCS1' | 'PKCS8';
  readonly rotationPolicy?: 'Never' | 'Always';
  readonly size?: number;
}

/** `spec.renewal` of a Certificate. */
export interface CertificateSpecRenewal {
  readonly policy?: 'RenewBefore' | 'Disabled';
  readonly windows?: readonly CertificateSpecRenewalWindow[];
}

/** `spec.renewal.windows[]` of a Certificate. */
export interface CertificateSpecRenewalWindow {
  /** At least 1 character. */
  readonly cron: string;
  /** At least 1 character. */
  readonly timezone?: string;
  /** Pattern: `^([0-9]+(\.[0-9]+)?(s|m|h))+$`. */
  readonly windowDuration: string;
}

/** `spec.secretTemplate` of a Certificate. */
export interface CertificateSpecSecretTemplate {
  readonly annotations?: { readonly [key: string]: string };
  readonly labels?: { readonly [key: string]: string };
}

/** `spec.subject` of a Certificate. */
export interface CertificateSpecSubject {
  readonly countries?: readonly string[];
  readonly localities?: readonly string[];
  readonly organizationalUnits?: readonly string[];
  readonly organizations?: readonly string[];
  readonly postalCodes?: readonly string[];
  readonly provinces?: readonly string[];
  readonly serialNumber?: string;
  readonly streetAddresses?: readonly string[];
}

/** `status` of a Certificate. */
export interface CertificateStatus {
  readonly acme?: CertificateStatusAcme;
  /** One item for each type. */
  readonly conditions?: readonly CertificateStatusCondition[];
  readonly failedIssuanceAttempts?: number;
  /** Format: date-time. */
  readonly lastFailureTime?: string;
  readonly nextPrivateKeySecretName?: string;
  /** Format: date-time. */
  readonly notAfter?: string;
  /** Format: date-time. */
  readonly notBefore?: string;
  /** Format: date-time. */
  readonly renewalTime?: string;
  readonly revision?: number;
}

/** `status.acme` of a Certificate. */
export interface CertificateStatusAcme {
  readonly ari?: CertificateStatusAcmeAri;
}

/** `status.acme.ari` of a Certificate. */
export interface CertificateStatusAcmeAri {
  readonly explanationURL?: string;
  /** Format: date-time. */
  readonly lastChecked?: string;
  readonly lastError?: string;
  /** Format: date-time. */
  readonly nextCheck?: string;
  readonly suggestedWindow?: CertificateStatusAcmeAriSuggestedWindow;
}

/** `status.acme.ari.suggestedWindow` of a Certificate. */
export interface CertificateStatusAcmeAriSuggestedWindow {
  /** Format: date-time. */
  readonly end: string;
  /** Format: date-time. */
  readonly start: string;
}

/** `status.conditions[]` of a Certificate. */
export interface CertificateStatusCondition {
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

export type CertificateSpecNameConstraintsPermitted = CertificateSpecNameConstraintsExcluded;
export type CertificateSpecKeystoresPkcs12PasswordSecretRef = CertificateSpecKeystoresJksPasswordSecretRef;
