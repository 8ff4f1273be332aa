import {
  type CertificateAuthority,
  issueAuthority,
  issueServingCertificate,
  type ServingCertificate,
} from '../../lib/certificate/index.ts';
import type { CertificateSource } from '../../lib/server/index.ts';

/** A source of certificates that a test provides one by one, for a server on loopback. */
export class HandedCertificates implements CertificateSource {
  readonly authority: CertificateAuthority;
  current: ServingCertificate | undefined;
  /** True while a server watches. */
  isWatched = false;
  #changed: (certificate: ServingCertificate) => void = () => undefined;

  static async create(): Promise<HandedCertificates> {
    return new HandedCertificates(await issueAuthority('test', Date.now()));
  }

  private constructor(authority: CertificateAuthority) {
    this.authority = authority;
  }

  /** Issues a new certificate of the authority. */
  issue(): Promise<ServingCertificate> {
    return issueServingCertificate(this.authority, ['localhost', '127.0.0.1'], Date.now());
  }

  /** Provides a certificate. */
  give(certificate: ServingCertificate): void {
    this.current = certificate;
    this.#changed(certificate);
  }

  async watch(changed: (certificate: ServingCertificate) => void, signal: AbortSignal): Promise<void> {
    this.#changed = changed;
    this.isWatched = true;
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    this.isWatched = false;
  }
}
