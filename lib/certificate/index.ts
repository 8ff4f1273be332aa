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
  type HeldCertificates,
  heldCertificates,
  heldCertificateTexts,
  heldKeyPair,
  trustBundle,
} from './held-certificates.ts';
export { certificateTexts, type SecretTexts, secretData } from './secret-texts.ts';

// Their rotation

export { CertificateIssues } from './certificate-issues.ts';
export { rotatedCertificates } from './rotated-certificates.ts';
export {
  type RotationOverlap,
  type RotationStep,
  recoveredCertificates,
  rotationStep,
} from './rotation-step.ts';
