import { brandedError } from '../../error/index.ts';

/** The cause of a failed connection. */
export type ConnectionFailure =
  | 'name-unknown'
  | 'refused'
  | 'unreachable'
  | 'timeout'
  | 'tls'
  | 'broken'
  | 'garbled'
  | 'closed';

/** The server that a connection leads to. */
export interface Peer {
  readonly server: URL;
  /** The origin of the address, for log lines and errors: `context "kind" of /home/ada/.kube/config`. */
  readonly source: string;
}

/**
 * Thrown if no complete response came from the API server. The server may have executed a write, unless the
 * {@link ConnectionError.failure | failure} excludes it.
 *
 * @example
 * try {
 *   await client.get(k8s.KubeSecret, key);
 * } catch (error) {
 *   if (ConnectionError.is(error)) console.error(`${error.server}: ${error.failure}`); // https://…: refused
 *   throw error;
 * }
 */
export class ConnectionError extends brandedError('ConnectionError') {
  readonly code = 'connection-error';
  readonly failure: ConnectionFailure;
  /** The origin of the server's URL. */
  readonly server: string;

  constructor(failure: ConnectionFailure, peer: Peer, cause?: unknown) {
    const server = peer.server.origin;
    super(
      `${prefixes[failure]} the API server at ${server}: ${connectionFailureText(failure, peer, cause)}`,
      cause === undefined ? {} : { cause },
    );
    this.failure = failure;
    this.server = server;
  }

  /** Returns the ConnectionError for a network error; a ConnectionError is returned unchanged. */
  static from(error: unknown, peer: Peer): ConnectionError {
    return ConnectionError.is(error) ? error : new ConnectionError(connectionFailure(error), peer, error);
  }
}

const prefixes: Readonly<Record<ConnectionFailure, string>> = {
  'name-unknown': "can't find",
  refused: "can't reach",
  unreachable: "can't reach",
  timeout: 'no response from',
  tls: 'no trusted connection to',
  broken: 'lost the connection to',
  garbled: "can't understand",
  closed: 'not connected to',
};

function connectionFailureText(failure: ConnectionFailure, { source }: Peer, cause: unknown): string {
  const detail = connectionErrorReason(cause);
  switch (failure) {
    case 'name-unknown':
      return `its name does not resolve; check the address in the ${source}, and the DNS`;
    case 'refused':
      return `the connection is refused; check that it runs, and the address in the ${source}`;
    case 'unreachable':
      return `no route leads there; check the network, and the address in the ${source}`;
    case 'timeout':
      return `it is too slow or cut off; check that it runs, and the network in between`;
    case 'tls':
      return `${detail}; check certificate authority, server name and client certificate in the ${source}`;
    case 'broken':
      return `${detail}; try again`;
    case 'garbled':
      return `${detail}; check that the address in the ${source} is that of a Kubernetes API server`;
    case 'closed':
      return 'this client has been closed; make a new one';
  }
}

function connectionErrorReason(cause: unknown): string {
  return cause instanceof Error && cause.message !== '' ? cause.message.replace(/\.$/, '') : 'no reason given';
}

/** Code of Node or undici → failure. @see https://nodejs.org/api/errors.html#common-system-errors */
const failures: Readonly<Record<string, ConnectionFailure>> = {
  ENOTFOUND: 'name-unknown',
  EAI_AGAIN: 'name-unknown',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  EPROTO: 'tls',
  UND_ERR_PRX_TLS: 'tls',
  UND_ERR_DESTROYED: 'closed',
  UND_ERR_CLOSED: 'closed',
};

/** The prefixes of OpenSSL's and Node's many codes for certificate and handshake errors. */
const tlsCodes =
  /^(ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|CRL_)/;

function connectionFailure(error: unknown): ConnectionFailure {
  if (error instanceof SyntaxError) return 'garbled';
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (tlsCodes.test(code)) return 'tls';
  if (code.startsWith('HPE_')) return 'garbled';
  return failures[code] ?? 'broken';
}
