/** A certificate with which a server proves who it is, and its key. */
export interface ServingCertificate {
  /** PEM: the certificate, then those that link it to its authority. */
  readonly certificate: string;
  /** PEM. */
  readonly key: string;
}

/** Where a server's certificate comes from, and comes anew before the last one expires. */
export interface CertificateSource {
  /** The certificate to serve now; undefined while there is none yet. */
  readonly current: ServingCertificate | undefined;

  /** Keeps {@link CertificateSource.current} up to date until `signal` aborts, and says so at each change. Never rejects. */
  watch(changed: (certificate: ServingCertificate) => void, signal: AbortSignal): Promise<void>;
}
