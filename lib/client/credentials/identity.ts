/** What two ends of a connection prove themselves with, at one moment. */
export interface Identity {
  /** HTTP headers of every request: name in lower case → value or values. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** The same object as long as its content is the same: another one calls for new connections. */
  readonly tls: TlsIdentity;
}

/** What a TLS connection is made with. Certificates and keys are PEM. */
export interface TlsIdentity {
  /** Whoever may have signed the server's certificate. @default the authorities that Node knows */
  readonly certificateAuthority?: string | undefined;
  readonly certificate?: string | undefined;
  readonly key?: string | undefined;
  /** The name that the server's certificate must have. @default the host of the server's URL */
  readonly serverName?: string | undefined;
  /** `false` accepts any certificate, and so anybody on the way. @default true */
  readonly isVerified?: boolean | undefined;
}

/** Knows the identity of the moment: tokens and certificates are replaced while a process runs. */
export interface IdentitySource {
  /**
   * The identity to use now. Cheap enough for every request.
   *
   * @throws CredentialsError if there is none yet and it can't be had.
   */
  current(): Promise<Identity>;

  /**
   * The identity to try after the server has refused one: read afresh, unless that has happened since.
   *
   * @returns `refused` itself if there is nothing newer.
   * @throws CredentialsError if it can't be had.
   */
  refresh(refused: Identity): Promise<Identity>;
}

/** An identity that never changes. */
export function fixedIdentity(identity: Identity): IdentitySource {
  return { current: async () => identity, refresh: async () => identity };
}
