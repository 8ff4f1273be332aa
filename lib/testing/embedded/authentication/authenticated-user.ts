// In: a request as it arrives. Out: its user. Called by the API server for each request.

import type { TLSSocket } from 'node:tls';
import type { EmbeddedRequest } from '../request.ts';
import { StatusError } from '../status-error.ts';
import type { RequestUser } from '../user.ts';
import type { AccountTokens } from './account-token.ts';

const anonymous: RequestUser = { username: 'system:anonymous', groups: ['system:unauthenticated'] };

/**
 * Returns the user that the transport or a bearer token proves; without both, the anonymous one.
 *
 * @throws StatusError for a token that isn't valid.
 */
export function authenticatedUser(
  { peer, headers }: Pick<EmbeddedRequest, 'headers' | 'peer'>,
  tokens: AccountTokens,
): RequestUser {
  if (peer !== undefined) return peer;
  const [scheme = '', token = ''] = (headers.authorization?.[0] ?? '').trim().split(' ');
  if (scheme.toLowerCase() !== 'bearer' || token === '') return anonymous;
  const found = tokens.authenticated(token);
  if (typeof found === 'string') {
    throw new StatusError({ code: 401, reason: 'Unauthorized', message: 'Unauthorized' });
  }
  return found.user;
}

/** Returns the user of a connection's client certificate; undefined if it has none that the cluster's authority signed. */
export function certifiedUser(socket: TLSSocket): RequestUser | undefined {
  if (!socket.authorized) return undefined;
  const { subject, fingerprint256 } = socket.getPeerCertificate();
  const id = `X509SHA256=${fingerprint256.replaceAll(':', '').toLowerCase()}`;
  const { CN: names = '', O: organizations = [] } = subject;
  return {
    username: String(names),
    groups: [...(typeof organizations === 'string' ? [organizations] : organizations), 'system:authenticated'],
    extra: { 'authentication.kubernetes.io/credential-id': [id] },
  };
}
