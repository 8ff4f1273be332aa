import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { ServingCertificate } from './serving-certificate.ts';

/** The properties of a valid certificate. */
export interface UsableCertificate {
  /** RFC 3339. */
  readonly expiresAt: string;
}

/**
 * Validates a certificate and its key.
 *
 * @throws Error if the certificate or its key can't be read, or they don't match.
 */
export function usableCertificate({ certificate, key }: ServingCertificate): UsableCertificate {
  const shown = new X509Certificate(certificate);
  if (!shown.checkPrivateKey(createPrivateKey(key)))
    throw new Error("the key doesn't match the certificate: tls.crt and tls.key must be one pair");
  return { expiresAt: shown.validToDate.toISOString() };
}
