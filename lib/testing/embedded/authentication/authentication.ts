// In: a request as it arrives. Out: its user. Called by the API server for each request.

import type { EmbeddedRequest, RequestUser } from '../request.ts';
import { StatusError } from '../status-error.ts';
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
