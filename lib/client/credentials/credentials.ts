import type { IdentitySource } from './identity.ts';

/** Where an API server is, and how one proves to it who one is. */
export interface Credentials {
  /** Scheme, host, port, and the path prefix that a gateway in front of the server may want. */
  readonly server: URL;
  /** Where all this comes from, for people: `context "kind" of /home/ada/.kube/config`. */
  readonly source: string;
  /** Why the server that answers may be another one, and the remedy, for people. @default its certificate is verified */
  readonly warning?: string | undefined;
  /** The namespace of the pod that this process runs in; undefined outside of one. */
  readonly podNamespace?: string | undefined;
  /** An HTTP or SOCKS5 proxy on the way to the server. */
  readonly proxy?: URL | undefined;
  readonly identity: IdentitySource;
}
