import { ConnectionError, type Peer } from './connection-error.ts';

/**
 * The value in a text that a server sent as JSON.
 *
 * @throws ConnectionError if it is no JSON: what stands between may have mangled it.
 */
export function jsonValue(text: string, peer: Peer): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw ConnectionError.from(error, peer);
  }
}
