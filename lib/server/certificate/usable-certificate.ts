import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { ServingCertificate } from './serving-certificate.ts';

/** What is to be known of a certificate that can be served. */
export interface UsableCertificate {
  /** RFC 3339. */
  readonly expiresAt: string;
}

/**
 * Makes sure that a certificate can be served.
 *
 * @throws Error if the certificate or its key can't be read, or they don't belong together.
 */
export function usableCertificate({ certificate, key }: ServingCertificate): UsableCertificate {
  const shown = new X509Certificate(certificate);
  if (!shown.checkPrivateKey(createPrivateKey(key)))
    throw new Error("the key is not the certificate's: tls.crt and tls.key must be of one pair");
  return { expiresAt: shown.validToDate.toISOString() };
}
