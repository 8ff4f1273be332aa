import { brandedError } from '../../error/index.ts';

/** The address of an API server, and the identity that a client proves to it. */
export interface Credentials {
  /** Scheme, host, port, and the path prefix that a gateway in front of the server may need. */
  readonly server: URL;
  /** The origin of the credentials, for log lines and errors: `context "kind" of /home/ada/.kube/config`. */
  readonly source: string;
  /** A warning, for people, that another server may answer, and the remedy. @default its certificate is verified */
  readonly warning?: string | undefined;
  /** The namespace that the context of the kubeconfig names; undefined if it names none. */
  readonly namespace?: string | undefined;
  /** The namespace of the pod that runs this process; undefined outside of a pod. */
  readonly podNamespace?: string | undefined;
  /** The HTTP or SOCKS5 proxy before the server. */
  readonly proxy?: URL | undefined;
  readonly identity: IdentitySource;
}

/** Thrown if no usable credentials are found. The message is one sentence: the inspected source, and what to do. */
export class CredentialsError extends brandedError('CredentialsError') {
  readonly code = 'credentials';
}

/** The headers and TLS settings that authenticate client and server, at one moment. */
export interface Identity {
  /** HTTP headers of every request: name in lower case → value or values. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** The same object as long as its content is the same: a different object requires new connections. */
  readonly tls: TlsIdentity;
}

/** The settings of a TLS connection. Certificates and keys are PEM. */
export interface TlsIdentity {
  /** The authorities that may sign the server's certificate. @default the authorities that Node knows */
  readonly certificateAuthority?: string | undefined;
  readonly certificate?: string | undefined;
  readonly key?: string | undefined;
  /** The name that the server's certificate must have. @default the host of the server's URL */
  readonly serverName?: string | undefined;
  /** `false` accepts any certificate, also that of an attacker. @default true */
  readonly isVerified?: boolean | undefined;
}

/** A source of the current identity: tokens and certificates are replaced while a process runs. */
export interface IdentitySource {
  /**
   * Returns the current identity, or a promise while it is being read. Cheap enough for every request.
   *
   * @throws CredentialsError if none has been read yet and the source can't be read.
   */
  current(): Identity | Promise<Identity>;

  /**
   * Returns the identity to try after the server has rejected one. Reads the source again, unless it has been read since.
   *
   * @returns `refused` itself if there is no newer identity.
   * @throws CredentialsError if the source can't be read.
   */
  refresh(refused: Identity): Promise<Identity>;
}

/** Returns the identity source of credentials that never change. */
export function fixedIdentity(identity: Identity): IdentitySource {
  return { current: () => identity, refresh: async () => identity };
}
