import { ConnectionError, type Peer } from '../api/index.ts';

/**
 * Returns the value in a JSON text from a server.
 *
 * @throws ConnectionError if it isn't valid JSON: a proxy may have changed it.
 */
export function jsonValue(text: string, peer: Peer): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw ConnectionError.from(error, peer);
  }
}
