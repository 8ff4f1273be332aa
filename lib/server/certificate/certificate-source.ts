import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { ServingCertificate } from '../../certificate/index.ts';

/** The source of a server's certificate, which renews it before it expires. */
export interface CertificateSource {
  /** The current certificate; undefined if there is none yet. */
  readonly current: ServingCertificate | undefined;

  /**
   * Updates {@link CertificateSource.current} until `signal` aborts, and calls `changed` at each change. Never rejects.
   */
  watch(changed: (certificate: ServingCertificate) => void, signal: AbortSignal): Promise<void>;
}

/**
 * Returns a certificate that its key belongs to.
 *
 * @throws Error if the certificate or its key can't be read, or they don't match.
 */
export function usableCertificate({ certificate, key }: ServingCertificate): X509Certificate {
  const shown = new X509Certificate(certificate);
  if (!shown.checkPrivateKey(createPrivateKey(key)))
    throw new Error("the key doesn't match the certificate: tls.crt and tls.key must be one pair");
  return shown;
}
