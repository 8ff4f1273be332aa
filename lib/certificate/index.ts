// Certificates and their issue

export {
  authorityLifeMs,
  backdatingMs,
  type CertificateAuthority,
  type CertifiedKey,
  issueAuthority,
  issueCertificate,
  issueServingCertificate,
  type ServingCertificate,
  servingLifeMs,
} from './certificate-authority.ts';

// Certificates in Secrets

export {
  certificateTexts,
  type HeldCertificates,
  heldCertificates,
  type SecretTexts,
  secretData,
  secretTexts,
  servingKeyPair,
  trustBundle,
} from './held-certificates.ts';

// Their rotation

export { CertificateIssues, rotatedCertificates } from './rotated-certificates.ts';
export {
  type RotationOverlap,
  type RotationStep,
  recoveredCertificates,
  rotationStep,
} from './rotation-step.ts';
