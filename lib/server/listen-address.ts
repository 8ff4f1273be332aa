import { brandedError } from '../error/index.ts';

/** The address of a server. */
export interface ListenAddress {
  /** @default all interfaces */
  readonly host?: string;
  /** 0 to 65535; 0 lets the system choose. */
  readonly port: number;
}

const pattern = /^(?:\[(?<v6>[^\]]+)\]|(?<host>[^:[\]]*)):(?<port>\d{1,5})$/;

/**
 * Parses an address `host:port`, `[v6]:port` or `:port`; undefined for `0`, which switches the server off.
 *
 * @param server - the name of the server in messages, such as `health server`.
 * @throws ListenError for any other text.
 */
export function listenAddress(text: string, server: string): ListenAddress | undefined {
  if (text === '0') return undefined;
  const address = parsedAddress(text);
  if (address === undefined) {
    throw new ListenError(
      server,
      `address '${text}' of the ${server} is not valid: write :8081, 127.0.0.1:8081, or 0 to switch it off`,
    );
  }
  return address;
}

/** Returns true if only this machine reaches a host. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

/** Returns a host as in URLs and addresses: an IPv6 address has brackets. */
export function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** Parses an address `host:port`, `[v6]:port` or `:port`; undefined for any other text. */
function parsedAddress(text: string): ListenAddress | undefined {
  const { v6, host, port } = pattern.exec(text)?.groups ?? {};
  if (port === undefined || Number(port) > 65_535) return undefined;
  const name = v6 ?? host ?? '';
  return { port: Number(port), ...(name === '' ? {} : { host: name }) };
}

/** Thrown if a server's address isn't valid, or it can't listen there. The message names the server and the remedy. */
export class ListenError extends brandedError('ListenError') {
  readonly code = 'listen';
  /** The name of the server, such as `health server`. */
  readonly server: string;

  constructor(server: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.server = server;
  }
}

/** The address of the metrics, and their access. */
export interface MetricsAddress extends ListenAddress {
  /**
   * `https`: encrypted, for clients that the API server authorizes. `http`: plain, for every client that reaches the
   * port.
   */
  readonly protocol: 'http' | 'https';
}

/**
 * Parses an address `https://host:port` or `http://host:port` with an optional host; undefined for `0`, which switches
 * the server off.
 *
 * @throws ListenError for any other text. The protocol is required, since it determines who may read.
 */
export function metricsAddress(text: string): MetricsAddress | undefined {
  if (text === '0') return undefined;
  const [, protocol, rest = ''] = /^(https?):\/\/(.+)$/.exec(text) ?? [];
  const address = protocol === undefined ? undefined : parsedAddress(rest);
  if (address === undefined) {
    throw new ListenError(
      'metrics server',
      `address '${text}' of the metrics server is not valid: write https://:8443 for clients that the API server authorizes, http://127.0.0.1:8080 for all, or 0 to switch it off`,
    );
  }
  return { protocol: protocol === 'http' ? 'http' : 'https', ...address };
}
