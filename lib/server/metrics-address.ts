import { type ListenAddress, parsedAddress } from './listen-address.ts';
import { ListenError } from './listen-error.ts';

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
