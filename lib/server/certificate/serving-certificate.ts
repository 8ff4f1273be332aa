/** A serving certificate with its key. */
export interface ServingCertificate {
  /** PEM: the certificate, then the intermediate ones. */
  readonly certificate: string;
  /** PEM. */
  readonly key: string;
}

/** The source of a server's certificate, which renews it before it expires. */
export interface CertificateSource {
  /** The current certificate; undefined if there is none yet. */
  readonly current: ServingCertificate | undefined;

  /**
   * Updates {@link CertificateSource.current} until `signal` aborts, and calls `changed` at each change. Never rejects.
   */
  watch(changed: (certificate: ServingCertificate) => void, signal: AbortSignal): Promise<void>;
}
