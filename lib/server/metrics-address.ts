import { type ListenAddress, parsedAddress } from './listen-address.ts';
import { ListenError } from './listen-error.ts';

/** Where metrics are served, and to whom. */
export interface MetricsAddress extends ListenAddress {
  /** `https`: encrypted, to those whom the API server allows to read them. `http`: in plain, to whoever reaches the port. */
  readonly protocol: 'http' | 'https';
}

/**
 * The address that a person has written as `https://host:port` or `http://host:port`, in which the host may be left out;
 * undefined for `0`, which switches the server off.
 *
 * @throws ListenError if the text is none of these. Without a protocol it is refused: the difference is who may read.
 */
export function metricsAddress(text: string): MetricsAddress | undefined {
  if (text === '0') return undefined;
  const [, protocol, rest = ''] = /^(https?):\/\/(.+)$/.exec(text) ?? [];
  const address = protocol === undefined ? undefined : parsedAddress(rest);
  if (address === undefined) {
    throw new ListenError(
      'metrics server',
      `address '${text}' of the metrics server is not understood: write https://:8443 for those whom the API server allows, http://127.0.0.1:8080 for anybody, or 0 to switch it off`,
    );
  }
  return { protocol: protocol === 'http' ? 'http' : 'https', ...address };
}
