import type { IdentitySource } from './identity.ts';

/** The address of an API server, and the identity that a client proves to it. */
export interface Credentials {
  /** Scheme, host, port, and the path prefix that a gateway in front of the server may need. */
  readonly server: URL;
  /** The origin of the credentials, for log lines and errors: `context "kind" of /home/ada/.kube/config`. */
  readonly source: string;
  /** A warning, for people, that another server may answer, and the remedy. @default its certificate is verified */
  readonly warning?: string | undefined;
  /** The namespace of the pod that runs this process; undefined outside of a pod. */
  readonly podNamespace?: string | undefined;
  /** The HTTP or SOCKS5 proxy before the server. */
  readonly proxy?: URL | undefined;
  readonly identity: IdentitySource;
}
