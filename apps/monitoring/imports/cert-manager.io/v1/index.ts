// Written by `operand import`: the modules of cert-manager.io/v1. Don't edit it: import it again.

export {
  Certificate,
  type CertificateProps,
  type CertificateSpec,
  type CertificateStatus,
} from './certificate.ts';

export {
  ClusterIssuer,
  type ClusterIssuerProps,
  type ClusterIssuerSpec,
  type ClusterIssuerStatus,
} from './cluster-issuer.ts';
