import {
  authorityLifeMs,
  type CertificateAuthority,
  type CertifiedKey,
  issueAuthority,
  issueCertificate,
} from '../../certificate/index.ts';
import { systemClock } from '../../clock/index.ts';

/** The user in a client certificate. */
export interface ClientIdentity {
  readonly user: string;
  readonly groups?: readonly string[];
}

const loopbackHosts = ['localhost', '127.0.0.1'];

/** The certificate authority of one control plane, valid for a year from its creation; its key is never stored. */
export class ClusterAuthority {
  readonly #authority: CertificateAuthority;

  static async create(): Promise<ClusterAuthority> {
    return new ClusterAuthority(await issueAuthority('operand-control-plane', systemClock.now()));
  }

  private constructor(authority: CertificateAuthority) {
    this.#authority = authority;
  }

  /** The authority's certificate, PEM. */
  get certificate(): string {
    return this.#authority.certificate;
  }

  /** Issues the certificate of a server on loopback, and on further names and IP addresses. */
  async issueServer(name: string, hosts: readonly string[] = []): Promise<CertifiedKey> {
    const content = { subject: [{ CN: [name] }], hosts: [...loopbackHosts, ...hosts], lifeMs: authorityLifeMs };
    return await issueCertificate(this.#authority, content, systemClock.now());
  }

  /** Issues the certificate of a user of the API server. */
  async issueClient({ user, groups = [] }: ClientIdentity): Promise<CertifiedKey> {
    const subject = [{ CN: [user] }, ...groups.map((group) => ({ O: [group] }))];
    return await issueCertificate(this.#authority, { subject, lifeMs: authorityLifeMs }, systemClock.now());
  }
}
