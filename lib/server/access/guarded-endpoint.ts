// In: an endpoint that isn't for everybody. Out: one that answers those whom the API server allows to read it.
// Called by the manager for its metrics.

import type { Clock } from '../../clock/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import { type GetEndpoint, plainText, type Reply } from '../endpoint.ts';
import { RecentTopics } from '../recent-topics.ts';
import { RequestError } from '../request-error.ts';
import { AccessCache } from './access-cache.ts';
import type { AccessDecision, DecideAccess } from './access-decision.ts';
import { bearerToken } from './bearer-token.ts';

/** What a guard works with. */
export interface GuardPorts {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Decides about a token of which nothing is known yet. */
  readonly review: DecideAccess;
}

/**
 * The endpoint of `path` for those who may `get` it: others are told 401 or 403, and all of them 503 when it can't be
 * decided who they are. Tokens that were not known before are answered 429 when there are too many. What is decided about a token is good for a minute at most.
 */
export function guardedEndpoint(
  path: string,
  endpoint: GetEndpoint,
  { clock, logger, review }: GuardPorts,
): GetEndpoint {
  const access = new AccessCache(review, clock);
  const recentTopics = new RecentTopics(clock);

  async function decision(token: string, address: string): Promise<AccessDecision | undefined> {
    try {
      return await access.decision(token, address);
    } catch (error) {
      if (error instanceof RequestError) {
        const message = 'a client was refused: too many tokens that were not known before were sent';
        logger[recentTopics.isNew('crowded') ? 'warn' : 'debug'](message, { path, address });
        throw error;
      }
      logger[recentTopics.isNew('undecided') ? 'warn' : 'debug'](
        'nobody can be let in: the API server decides, and did not',
        {
          path,
          error,
        },
      );
      return undefined;
    }
  }

  return async (query, caller) => {
    const token = bearerToken(caller.authorization);
    if (token === undefined) return unauthorized('send a token of the cluster: Authorization: Bearer <token>');
    const decided = await decision(token, caller.address);
    switch (decided?.type) {
      case 'allowed':
        return await endpoint(query, caller);
      case 'unknown':
        return unauthorized('the API server does not know this token: it may have expired');
      case 'forbidden':
        logger.debug('access refused', { path, user: decided.user });
        return plainText(
          403,
          `${decided.user} may not get ${path}: bind a ClusterRole that allows this nonResourceURL\n`,
        );
      case undefined:
        return plainText(503, 'the API server could not be asked who you are and what you may: try again\n');
    }
  };
}

function unauthorized(remedy: string): Reply {
  return { ...plainText(401, `${remedy}\n`), headers: { 'www-authenticate': 'Bearer' } };
}
