// In: an endpoint with restricted access. Out: an endpoint for clients that the API server authorizes. Called by the
// manager for its metrics.

import type { LogFields } from '../../telemetry/index.ts';
import type { GetEndpoint } from '../endpoint.ts';
import type { ListenerPorts } from '../listener-ports.ts';
import { LogLimiter } from '../log-limiter.ts';
import { plainTextReply, type Reply } from '../reply.ts';
import { RequestError } from '../request-error.ts';
import { AccessCache, type AccessDecision, type DecideAccess } from './access-cache.ts';

/** The inputs of a guard. */
export interface GuardPorts extends ListenerPorts {
  /** Decides about a token that is not in the cache. */
  readonly review: DecideAccess;
}

/**
 * Guards the endpoint of `path` for users who may `get` it. Other users get 401 or 403; all get 503 if the review
 * fails. Unknown tokens get 429 if there are too many. Decisions are cached for at most a minute.
 */
export function guardedEndpoint(path: string, endpoint: GetEndpoint, ports: GuardPorts): GetEndpoint {
  const decisionFor = loggedDecision(path, ports);
  return async (query, caller) => {
    const token = bearerToken(caller.authorization);
    if (token === undefined) return unauthorizedReply('send a token of the cluster: Authorization: Bearer <token>');
    const decided = await decisionFor(token, caller.address);
    switch (decided?.type) {
      case 'allowed':
        return await endpoint(query, caller);
      case 'unknown':
        return unauthorizedReply('the API server does not know this token: it may have expired');
      case 'forbidden':
        ports.logger.debug('access refused', { path, user: decided.user });
        return plainTextReply(
          403,
          `${decided.user} may not get ${path}: bind a ClusterRole that allows this nonResourceURL\n`,
        );
      case undefined:
        return plainTextReply(503, 'the API server could not review your token and your access: try again\n');
    }
  };
}

/** Decides by the cache, or by a review; undefined if that fails. Logs each cause once in a while. */
function loggedDecision(path: string, { clock, logger, review }: GuardPorts) {
  const access = new AccessCache(review, clock);
  const logLimiter = new LogLimiter(clock);
  const log = (topic: string, message: string, fields: LogFields) =>
    logger[logLimiter.isNewTopic(topic) ? 'warn' : 'debug'](message, { path, ...fields });

  return async (token: string, address: string): Promise<AccessDecision | undefined> => {
    try {
      return await access.decisionFor(token, address);
    } catch (error) {
      if (error instanceof RequestError) {
        log('crowded', 'a client was rejected: too many unknown tokens were sent', { address });
        throw error;
      }
      log('undecided', 'no client gets access: the API server decides, and its review failed', { error });
      return undefined;
    }
  };
}

function unauthorizedReply(remedy: string): Reply {
  return { ...plainTextReply(401, `${remedy}\n`), headers: { 'www-authenticate': 'Bearer' } };
}

/**
 * Returns the token of a header `Authorization: Bearer <token>`; undefined for any other.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6750#section-2.1
 */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^bearer +([\w.~+/-]+=*) *$/i.exec(authorization ?? '')?.[1];
}
